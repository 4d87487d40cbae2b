export { getAllowedConnections, listConnectionUse, toProgramName } from "./connectionUse.js";
export type { ConnectionUse } from "./connectionUse.js";
export { openDatabase, openSqlPool } from "./database.js";
export type { Database, DatabaseOptions, SqlPool, Tx } from "./database.js";
export { isRepeatable, sqlStateOf, uniqueViolation } from "./sqlState.js";
export { first, one, statement } from "./statement.js";
export type { Sql, Statement, Wake } from "./statement.js";

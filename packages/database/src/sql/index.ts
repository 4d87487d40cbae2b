export { getAllowedConnections, listConnectionUse, toProgramName } from "./connectionUse.js";
export type { ConnectionUse } from "./connectionUse.js";
export { openDatabase, openSqlPool, uniqueViolation } from "./database.js";
export type { Database, DatabaseOptions, SqlPool, Tx } from "./database.js";
export { first, one, statement } from "./statement.js";
export type { Sql, Statement } from "./statement.js";

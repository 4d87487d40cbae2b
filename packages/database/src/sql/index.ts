export { getAllowedConnections, listConnectionUse, toProgramName } from "./connectionUse.js";
export type { ConnectionUse } from "./connectionUse.js";
export { openBeside, openDatabase } from "./database.js";
export type { Database, DatabaseOptions, Tx } from "./database.js";
export { isRepeatable, sqlStateOf, uniqueViolation } from "./sqlState.js";
export { first, one, statement } from "./statement.js";
export type { Sql, Statement, Wake } from "./statement.js";

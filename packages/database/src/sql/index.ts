export { getAllowedConnections, listConnectionUse, toProgramName } from "./connectionUse.js";
export type { ConnectionUse } from "./connectionUse.js";
export { openDatabase, openReadPool, openSqlPool, poolUse } from "./database.js";
export type { Database, PoolUse, Tx } from "./database.js";
export { PROCESS_LOCKS } from "./processLock.js";
export { allowSlowStatements } from "./slowStatements.js";
export { isRepeatable, sqlStateOf, uniqueViolation } from "./sqlState.js";
export { first, one, statement } from "./statement.js";
export type { OpeningStatement, Sql, Statement, Wake } from "./statement.js";

export { toSql } from "./toSql.js";
export type { SqlFields, SqlTerm } from "./toSql.js";

export { conditionsOver, matches } from "./condition.js";
export type { Condition, Facts, Scalar } from "./condition.js";
export { can, isSuper, PROFILES, SUPER_ADMIN_ID } from "./permissions.js";
export type { Actor, Permission, Profile } from "./permissions.js";
export { idOfKey, sumCells, toRanges } from "./ranges.js";
export type { CountCell, KeyRange, KeyUniverse } from "./ranges.js";
export { cachedRule } from "./cachedRule.js";
export { simplify } from "./simplify.js";

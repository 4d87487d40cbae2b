export { delayChore, deleteChore, insertChore, takeChores } from "./chores.js";
export type { Chore, ChoreKind } from "./chores.js";

export { delayChore, deleteChore, deleteParkedChores, insertChore, parkChore, resumeChore, takeChores } from "./chores.js";
export type { Chore, ChoreKind } from "./chores.js";

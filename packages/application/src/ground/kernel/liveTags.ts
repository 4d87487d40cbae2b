import type { Unit } from "./unit.js";

/** Sends the new counts of tags that contacts got or lost; browsers cannot count them, because lists do not name contacts (D-390). */
export async function recordTagCounts(unit: Unit, tagIds: readonly number[]): Promise<void> {
  for (const id of tagIds) await unit.live("tag", { id, action: "update" });
}

import type { ServerEvent } from "@balcao/contracts/live";
import { byTagName } from "@balcao/contracts/tags";
import type { QueryClient } from "@tanstack/react-query";
import { updateRow } from "./wholeLists";

/** The loaded tags after an event; contacts are read again, because they show the names of their tags. */
export function updateTags(client: QueryClient, event: ServerEvent<"tag">): void {
  updateRow(client, "tags", { id: event.tagId, row: event.action === "delete" ? null : event.tag }, byTagName);
  for (const queryKey of [["contacts"], ["contact"]]) void client.invalidateQueries({ queryKey });
}

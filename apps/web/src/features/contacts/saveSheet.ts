import { download, toErrorText } from "../../lib/api";
import { toasts } from "../../lib/toasts";

/** Downloads contacts or delegations as a spreadsheet, or the empty one to be filled in (API-052, API-053). */
export async function saveSheet(name: "export" | "exportDelegations", template = false): Promise<void> {
  try {
    await download("contacts", name, { body: { template } });
  } catch (error) {
    toasts.error(toErrorText(error));
  }
}

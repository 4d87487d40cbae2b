import { download, toErrorText } from "../../lib/api";
import { toasts } from "../../lib/toasts";

const REMARKS = { export: "Exportou os contatos", exportDelegations: "Exportou as delegações" } as const;

/** Downloads contacts or delegations as a spreadsheet, or the empty one to be filled in (API-052, API-053). */
export async function saveSheet(name: "export" | "exportDelegations", template = false): Promise<void> {
  try {
    const log = template ? undefined : { descricao: REMARKS[name], origem: "Contatos" };
    await download("contacts", name, { body: { template, log } });
  } catch (error) {
    toasts.error(toErrorText(error));
  }
}

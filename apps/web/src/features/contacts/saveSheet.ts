import { download, toErrorText, type CallOptions } from "../../lib/api";
import { toasts } from "../../lib/toasts";

export type SheetName = "export" | "exportDelegations";

const REMARKS: Readonly<Record<SheetName, string>> = { export: "Exportou os contatos", exportDelegations: "Exportou as delegações" };

interface SheetOptions extends Pick<CallOptions, "signal" | "onReceived"> {
  /** The empty spreadsheet, to be filled in. */
  readonly template?: boolean;
  /** Only these contacts. */
  readonly contactIds?: readonly number[] | undefined;
}

/** Downloads contacts or delegations as a spreadsheet. Says what went wrong, unless the person has cancelled it, and returns whether it was saved. */
export async function saveSheet(name: SheetName, { template = false, contactIds, ...options }: SheetOptions): Promise<boolean> {
  try {
    const log = template ? undefined : { descricao: REMARKS[name], origem: "Contatos" };
    await download("contacts", name, { body: { template, ...(contactIds && { contactIds }), log } }, options);
    return true;
  } catch (error) {
    if (options.signal?.aborted !== true) toasts.error(toErrorText(error));
    return false;
  }
}

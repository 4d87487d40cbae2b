import type { ConnectorApi } from "@balcao/domain/connections";
import { AppError, invalidField } from "@balcao/contracts/errors";
import { askConnector, CHECK_CONTEXT } from "../gatewayCalls/index.js";
import type { Ctx, House } from "../kernel/index.js";

/** The form's names of an account's parts. */
const FIELDS = { phoneNumberId: "phoneNumberId", wabaId: "wabaId", token: "tokenMeta" } as const;

/**
 * Refuses an account that its network does not take, at the field that is wrong, before anything is written (D-150). Where the network gives no
 * answer nothing is written either, and the error says that: what was typed still stands in the form. An account that is not whole is no account
 * yet, its connection says what is missing.
 */
export async function checkAccount(
  house: House,
  ctx: Pick<Ctx, "actor">,
  api: ConnectorApi,
  account: Readonly<Record<string, string>>,
): Promise<void> {
  if (!account["token"] || !account["phoneNumberId"]) return;
  const sealed = house.sealer.seal(JSON.stringify(account), CHECK_CONTEXT);
  const { fault } = await askConnector(house, ctx, api, "checkAccount", { sealed }).catch((error: unknown) => {
    throw error instanceof AppError ? new AppError(error.code, { sentence: sentenceFor(error) }) : error;
  });
  if (fault !== null) throw invalidField(FIELDS[fault.field], "refused", fault.reason);
}

function sentenceFor({ code }: AppError): string {
  const what = code === "ERR_GATEWAY_TIMEOUT" ? "A Meta não respondeu a tempo" : "A Meta não pôde ser consultada";
  return `${what}: os dados não foram conferidos e nada foi salvo. Tente de novo em instantes.`;
}

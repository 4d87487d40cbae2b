import type { ConnectorApi } from "@balcao/domain/connections";
import { AppError, invalidField } from "@balcao/contracts/errors";
import { askConnector, CHECK_CONTEXT } from "../../ground/gatewayCalls/index.js";
import type { Ctx, Services } from "../../ground/kernel/index.js";

/** Form fields of an account's parts. */
const FIELDS = { phoneNumberId: "phoneNumberId", wabaId: "wabaId", token: "tokenMeta" } as const;

/**
 * Verifies an account at its network, and throws ERR_VALIDATION for the field that the network
 * refuses. Without an answer from the network it throws ERR_ACCOUNT_UNCHECKED; an incomplete
 * account is not verified.
 */
export async function checkAccount(
  services: Services,
  ctx: Pick<Ctx, "actor">,
  api: ConnectorApi,
  account: Readonly<Record<string, string>>,
): Promise<void> {
  if (!account["token"] || !account["phoneNumberId"]) return;
  const sealed = services.sealer.seal(JSON.stringify(account), CHECK_CONTEXT);
  const { fault } = await askConnector(services, ctx, { api, kind: "checkAccount", input: { sealed } }).catch((error: unknown) => {
    throw error instanceof AppError ? new AppError("ERR_ACCOUNT_UNCHECKED") : error;
  });
  if (fault !== null) throw invalidField(FIELDS[fault.field], fault.rule, fault.reason);
}

import { GatewayError } from "../port/index.js";

/** What an administrator enters for a number of the Cloud API. */
export interface CloudAccount {
  readonly phoneNumberId: string;
  readonly wabaId: string;
  readonly token: string;
}

/** The account out of the connection's sealed memory; empty texts where something is missing. */
export function toCloudAccount(memory: Readonly<Record<string, string>>): CloudAccount {
  const { phoneNumberId = "", wabaId = "", token = "" } = memory;
  return { phoneNumberId: phoneNumberId.trim(), wabaId: wabaId.trim(), token: token.trim() };
}

/** A part of the account for a path; rejects as `invalid` when it is missing. */
export function required(account: CloudAccount, part: "phoneNumberId" | "wabaId"): string {
  if (account[part] === "" || account.token === "") throw new GatewayError("invalid", `the connection has no ${part} or no token`);
  return encodeURIComponent(account[part]);
}

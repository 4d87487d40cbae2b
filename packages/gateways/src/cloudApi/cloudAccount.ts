import { GatewayError } from "../port/index.js";

/** What an administrator enters for a number of the Cloud API. */
export interface CloudAccount {
  readonly phoneNumberId: string;
  readonly wabaId: string;
  readonly token: string;
}

/** The account from the connection's stored settings; empty texts for missing parts. */
export function toCloudAccount(memory: Readonly<Record<string, string>>): CloudAccount {
  const { phoneNumberId = "", wabaId = "", token = "" } = memory;
  return { phoneNumberId: phoneNumberId.trim(), wabaId: wabaId.trim(), token: token.trim() };
}

/** A part of the account for use in a path; throws an `invalid` GatewayError when it is missing. */
export function required(account: CloudAccount, part: "phoneNumberId" | "wabaId"): string {
  if (account[part] === "" || account.token === "") throw new GatewayError("invalid", `the connection has no ${part} or no token`);
  return encodeURIComponent(account[part]);
}

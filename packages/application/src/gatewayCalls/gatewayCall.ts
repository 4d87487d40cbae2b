import type { TemplateDraft, TemplateFacts } from "@balcao/domain/templates";
import type { AccountFault, GroupFacts } from "@balcao/gateways/port";

/** A message as its row names it; chat and author are address keys, `me` for our side. */
export interface StoredRef {
  readonly externalId: string;
  readonly chat: string;
  readonly author: string;
  readonly fromMe: boolean;
}

/** What can be asked, and with what. */
export interface GatewayInputs {
  /** Start the same session again. */
  start: null;
  /** End the pairing and offer a new QR. */
  renew: null;
  /** End the pairing. */
  logout: null;
  /** Remove the account, because the connection is about to be deleted. */
  remove: null;
  qr: null;
  pair: { readonly phone: string };
  checkNumber: { readonly digits: string };
  edit: { readonly target: StoredRef; readonly text: string };
  deleteMessage: { readonly target: StoredRef };
  react: { readonly target: StoredRef; readonly emoji: string | null };
  group: { readonly chat: string };
  /** A list that was read so many milliseconds ago at most is good enough. */
  templateList: { readonly maxAgeMs: number };
  templateCreate: { readonly draft: TemplateDraft };
  templateDelete: { readonly name: string };
}

/** What can be asked of a connector about no connection. */
export interface ConnectorInputs {
  /** An account as an administrator entered it: sealed, since it has a token in it (S-72). */
  checkAccount: { readonly sealed: string };
}

export interface ConnectorAnswers {
  /** The first thing that is wrong with the account, or null. */
  checkAccount: { readonly fault: AccountFault | null };
}

/** What the account of a question is sealed for. */
export const CHECK_CONTEXT = "gateway_call.account";

export interface GatewayAnswers {
  start: null;
  renew: null;
  logout: null;
  remove: null;
  /** Null while connected. */
  qr: { readonly qrcode: string | null };
  pair: { readonly code: string };
  /** The number as the network writes it; null when it is not on the network. */
  checkNumber: { readonly phone: string | null };
  edit: null;
  deleteMessage: null;
  react: null;
  group: GroupFacts;
  templateList: { readonly templates: readonly TemplateFacts[] };
  templateCreate: { readonly template: TemplateFacts };
  templateDelete: null;
}

export type GatewayCallKind = keyof GatewayInputs;

export const GATEWAY_CALL_KINDS = [
  "start",
  "renew",
  "logout",
  "remove",
  "qr",
  "pair",
  "checkNumber",
  "edit",
  "deleteMessage",
  "react",
  "group",
  "templateList",
  "templateCreate",
  "templateDelete",
] as const satisfies readonly GatewayCallKind[];

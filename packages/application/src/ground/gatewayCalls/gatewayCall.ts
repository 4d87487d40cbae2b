import type { TemplateDraft, TemplateFacts } from "@balcao/domain/templates";
import type { AccountFault, GroupFacts, SavedContact } from "@balcao/gateways/port";

/**
 * Identifies a message as its row does; `chat` and `author` are address keys, `me` for our side.
 */
export interface StoredRef {
  readonly externalId: string;
  readonly chat: string;
  readonly author: string;
  readonly fromMe: boolean;
}

/** The file of a template's header, by its path in the store. */
export interface StoredSample {
  readonly stored: string;
  readonly mime: string;
  readonly fileName: string;
  readonly size: number;
}

/** The questions to a session, with their inputs. */
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
  addressBook: null;
  edit: { readonly target: StoredRef; readonly text: string };
  deleteMessage: { readonly target: StoredRef };
  react: { readonly target: StoredRef; readonly emoji: string | null };
  group: { readonly chat: string };
  /** Accepts a cached list that is at most `maxAgeMs` old. */
  templateList: { readonly maxAgeMs: number };
  /** `sample` is a stored file. */
  templateCreate: { readonly draft: TemplateDraft; readonly sample: StoredSample | null };
  templateDelete: { readonly name: string };
}

/** The questions to a connector that concern no connection, with their inputs. */
export interface ConnectorInputs {
  /** An account that an administrator entered: sealed, because it contains a token [S-72]. */
  checkAccount: { readonly sealed: string };
}

export interface ConnectorAnswers {
  /** The first fault of the account, or null. */
  checkAccount: { readonly fault: AccountFault | null };
}

/** The context under which the account of a question is sealed. */
export const CHECK_CONTEXT = "gateway_call.account";

export interface GatewayAnswers {
  start: null;
  renew: null;
  logout: null;
  remove: null;
  /** Null while connected. */
  qr: { readonly qrcode: string | null };
  pair: { readonly code: string };
  /** The number as the network writes it; null when it is not registered there. */
  checkNumber: { readonly phone: string | null };
  addressBook: { readonly contacts: readonly SavedContact[] };
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
  "addressBook",
  "edit",
  "deleteMessage",
  "react",
  "group",
  "templateList",
  "templateCreate",
  "templateDelete",
] as const satisfies readonly GatewayCallKind[];

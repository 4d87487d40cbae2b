import type { MediaKind } from "@balcao/domain/messages";
import type { IntakeEvent } from "../intake/index.js";
import type { ConnectionProfile, GatewayConnector } from "../port/index.js";

/** The name of the person whom the owner saved and of whom the network gives the LID alone. */
export const LID_ONLY = "Só LID";

/** One of our messages as a customer's phone shows it. */
export interface ShownMessage {
  readonly id: string;
  readonly kind: string;
  readonly text: string;
  readonly voice: boolean;
  readonly fileName: string;
  readonly bytes: Buffer | null;
  readonly quotedId: string;
  /** How many times it was posted to the gateway under this id. */
  readonly posts: number;
}

/** An action of a customer. */
export type CustomerAct =
  | { readonly kind: "text"; readonly text: string; readonly quoted?: string; readonly onOwnersPhone?: boolean }
  | {
      readonly kind: Exclude<MediaKind, "sticker">;
      readonly bytes: Uint8Array;
      readonly mime: string;
      readonly fileName: string;
      readonly caption: string;
      /** The message of which this is the better file. */
      readonly better?: string;
    }
  | { readonly kind: "edit"; readonly target: string; readonly text: string }
  | { readonly kind: "revoke"; readonly target: string }
  | { readonly kind: "react"; readonly target: string; readonly emoji: string };

/** A fault of the next send; with "after" the message is sent all the same. */
export type SendFault =
  | "resetBefore"
  | "resetAfter"
  | "hangAfter"
  | "error500After"
  | "htmlAfter"
  | "badJsonAfter"
  | "cutAfter"
  | "rateLimit"
  | "coded400"
  | "noSession";

/** Features that a network lacks beyond its capabilities; tests of these features are skipped. */
export type Lack = "accounts" | "ownersPhone" | "mediaAlong" | "forms";

/** What a conformance suite needs to know about a connector and its network. */
export interface Traits {
  /**
   * How events arrive: by the gateway's webhooks, or over the session's own socket into
   * `SessionHost.accept`.
   */
  readonly carries: "webhooks" | "socket";
  /** Faults after which the message was sent all the same. */
  readonly doubtful: readonly SendFault[];
  /** Faults after which the message was certainly not sent, with their outcomes. */
  readonly refusals: readonly (readonly [SendFault, object])[];
  readonly lacks?: readonly Lack[];
}

/**
 * A stand-in of one network with its connector, driven from the customers' and the owner's side.
 */
export interface GatewayDouble {
  readonly connector: GatewayConnector;
  readonly profile: ConnectionProfile;
  readonly customer: string;
  /** The connection's profile as another process would read it now. */
  readonly profileNow: () => ConnectionProfile;
  /** The connector of a gateway that is not running. */
  readonly unreachable: GatewayConnector;
  readonly scanCode: () => void;
  readonly typeCode: (code: string) => void;
  readonly endPairingOnPhone: () => void;
  readonly dieSilently: () => void | Promise<void>;
  readonly act: (act: CustomerAct) => Promise<string>;
  readonly readEverything: () => Promise<void>;
  /** All events that the intake made so far, each once. */
  readonly journal: () => readonly IntakeEvent[];
  /** HTTP statuses with which webhooks were answered. */
  readonly webhookAnswers: () => readonly number[];
  readonly fileBytes: (id: string) => Buffer | null;
  readonly shown: () => Promise<readonly ShownMessage[]>;
  readonly fault: (fault: SendFault) => void | Promise<void>;
  /** While `isLost`, the network loses what customers write, and only the phone receives it. */
  readonly dropEvents?: (isLost: boolean) => void;
  readonly misuseWebhooks: (how: "unsigned" | "badSignature" | "none") => void;
  readonly webhookFormat: (format: "json" | "form") => void;
  /** While `isWithheld`, webhooks only describe media and do not contain them. */
  readonly withholdMedia: (isWithheld: boolean) => void;
  readonly setPicture: (bytes: Buffer, mime: string) => void;
  /**
   * The owner saves people on the phone, whose page or server also knows a stranger, a group, a
   * person by LID alone and the own number. Absent where the network has no address book.
   */
  readonly savePeople?: (people: readonly { readonly phone: string; readonly name: string }[]) => void;
  readonly accounts: () => number;
  readonly close: () => Promise<void>;
}

import type { MediaKind } from "@balcao/domain/messaging";
import type { IntakeEvent } from "../intake/index.js";
import type { ConnectionProfile, GatewayConnector } from "../port/index.js";

/** What a customer's phone shows of one message of ours. */
export interface ShownMessage {
  readonly id: string;
  readonly kind: string;
  readonly text: string;
  readonly voice: boolean;
  readonly fileName: string;
  readonly bytes: Buffer | null;
  readonly quotedId: string;
  /** How often it was posted to the gateway under this id. */
  readonly posts: number;
}

/** What a customer does. */
export type CustomerAct =
  | { readonly kind: "text"; readonly text: string; readonly quoted?: string; readonly onOwnersPhone?: boolean }
  | {
      readonly kind: Exclude<MediaKind, "sticker">;
      readonly bytes: Uint8Array;
      readonly mime: string;
      readonly fileName: string;
      readonly caption: string;
    }
  | { readonly kind: "edit"; readonly target: string; readonly text: string }
  | { readonly kind: "revoke"; readonly target: string }
  | { readonly kind: "react"; readonly target: string; readonly emoji: string };

/** Trouble that meets the next hand-off; with "after" the message has gone out nevertheless. */
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

/** What a network does not have, beyond what its capabilities say, so that a part of the suite has no subject. */
export type Lack = "accounts" | "ownersPhone" | "mediaAlong" | "forms";

/** What a suite has to know beforehand of a connector and its network. */
export interface Traits {
  /** How news come: by the gateway's webhooks, or over the session's own socket into `SessionHost.accept`. */
  readonly carries: "webhooks" | "socket";
  /** Faults after which a message has gone out all the same. */
  readonly doubtful: readonly SendFault[];
  /** Faults after which it certainly has not, with the outcome that they have. */
  readonly refusals: readonly (readonly [SendFault, object])[];
  readonly lacks?: readonly Lack[];
}

/** A stand-in of one network with its connector, driven from the customers' and the owner's side. */
export interface GatewayDouble {
  readonly connector: GatewayConnector;
  readonly profile: ConnectionProfile;
  readonly customer: string;
  /** The gateway as another process finds it, with what was remembered until now. */
  readonly profileNow: () => ConnectionProfile;
  /** The connector of a gateway that does not run. */
  readonly unreachable: GatewayConnector;
  readonly scanCode: () => void;
  readonly typeCode: (code: string) => void;
  readonly endPairingOnPhone: () => void;
  readonly dieSilently: () => void | Promise<void>;
  readonly act: (act: CustomerAct) => Promise<string>;
  readonly readEverything: () => Promise<void>;
  /** What the intake made of all news so far, each event once. */
  readonly journal: () => readonly IntakeEvent[];
  /** Statuses with which webhooks were answered. */
  readonly webhookAnswers: () => readonly number[];
  readonly fileBytes: (id: string) => Buffer | null;
  readonly shown: () => Promise<readonly ShownMessage[]>;
  readonly fault: (fault: SendFault) => void | Promise<void>;
  /** From now on, or no longer, the phone alone gets what customers write: the network loses it on the way to us. */
  readonly loseNews?: (isLost: boolean) => void;
  readonly misuseWebhooks: (how: "unsigned" | "badSignature" | "none") => void;
  readonly webhookFormat: (format: "json" | "form") => void;
  /** From now on media comes by description only. */
  readonly withholdMedia: () => void;
  readonly setPicture: (bytes: Buffer, mime: string) => void;
  readonly accounts: () => number;
  readonly close: () => Promise<void>;
}

import type { ApiReach } from "@balcao/domain/apiTokens";
import type { DeliveryState, HookEvent, HookPause } from "@balcao/domain/hooks";
import { path } from "../route/route.js";

/** A webhook, without its keys (added, D-600). */
export interface HookView {
  readonly id: number;
  readonly name: string;
  readonly address: string;
  readonly events: readonly HookEvent[];
  readonly reach: ApiReach;
  readonly queueIds: readonly number[];
  /** Whose rights it has: whoever made it, or resumed it last. */
  readonly user: { readonly id: number; readonly name: string };
  readonly createdAt: string;
  /** Null while it is active. */
  readonly paused: { readonly at: string; readonly reason: HookPause } | null;
  /** The first of the failures since the last success; null where the last delivery succeeded. */
  readonly failingSince: string | null;
  /** Whether an earlier key signs too. */
  readonly twoKeys: boolean;
  readonly waiting: number;
  readonly dead: number;
  /** The last success. */
  readonly lastSentAt: string | null;
}

/** A webhook with its new key: the only answer with it. */
export interface HookSecretView extends HookView {
  readonly secret: string;
}

/** The outcome of a test delivery. */
export interface HookTestView {
  readonly ok: boolean;
  /** Null where nothing was answered. */
  readonly status: number | null;
  readonly ms: number;
  /** A word of `HOOK_FAULTS`; null where it went well. */
  readonly fault: HookFault | null;
}

/** Why a delivery failed. */
export const HOOK_FAULTS = ["status", "address", "redirect", "notReached", "timeout", "tooLong", "broken"] as const;
export type HookFault = (typeof HOOK_FAULTS)[number];

/** A line of the log of a webhook. */
export interface HookDeliveryView {
  readonly id: number;
  /** What the header `Balcao-Id` says; the same in every try. */
  readonly key: string;
  /** `test` for a test delivery. */
  readonly event: HookEvent | "test";
  readonly ticketId: number | null;
  readonly state: DeliveryState;
  readonly status: number | null;
  readonly fault: HookFault | null;
  readonly attempts: number;
  /** How long the last try took, in milliseconds. */
  readonly ms: number | null;
  /** When it happened. */
  readonly at: string;
  readonly nextTryAt: string | null;
  readonly endedAt: string | null;
}

/** A delivery with what its last try sent; null before the first. */
export interface HookDeliveryBodyView extends HookDeliveryView {
  readonly body: string | null;
}

/** The newest of the last thousand deliveries that a page has. */
export interface HookDeliveryListView {
  readonly deliveries: readonly HookDeliveryView[];
  readonly hasMore: boolean;
}

export const hookPaths = {
  list: path("GET", "/hooks"),
  create: path("POST", "/hooks"),
  change: path("PUT", "/hooks/:hookId"),
  delete: path("DELETE", "/hooks/:hookId"),
  pause: path("POST", "/hooks/:hookId/pause"),
  resume: path("POST", "/hooks/:hookId/resume"),
  rotate: path("POST", "/hooks/:hookId/key"),
  dropKey: path("DELETE", "/hooks/:hookId/key"),
  test: path("POST", "/hooks/:hookId/test"),
  deliveries: path("GET", "/hooks/:hookId/deliveries"),
  delivery: path("GET", "/hooks/:hookId/deliveries/:deliveryId"),
  resend: path("POST", "/hooks/:hookId/resend"),
} as const;

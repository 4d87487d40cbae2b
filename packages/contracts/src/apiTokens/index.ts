import type { ApiArea, ApiLevel, ApiReach } from "@balcao/domain/apiTokens";
import { path } from "../route/route.js";

/** A token of a program, without its secret (added, D-570). */
export interface ApiTokenView {
  readonly id: string;
  readonly name: string;
  /** Whose rights it has: its owner, or the administrator who made one of the installation. */
  readonly user: { readonly id: number; readonly name: string };
  readonly installation: boolean;
  /** What it is good for: areas that are absent are closed. */
  readonly areas: Readonly<Partial<Record<ApiArea, ApiLevel>>>;
  readonly reach: ApiReach;
  readonly queueIds: readonly number[];
  /** The networks that it may be used from, as CIDR; empty for every one. */
  readonly addresses: readonly string[];
  readonly createdAt: string;
  /** Null for one that does not expire. */
  readonly expiresAt: string | null;
  /** Within a minute; null when it was never used. */
  readonly usedAt: string | null;
  readonly usedFrom: string | null;
}

/** A new token: the only answer with its text. */
export interface NewApiTokenView extends ApiTokenView {
  readonly token: string;
}

/** What the external panel gets (added, D-630). */
export interface PanelTokenView {
  readonly token: string;
  readonly expiresAt: string;
}

export const apiTokenPaths = {
  list: path("GET", "/tokens"),
  create: path("POST", "/tokens"),
  createForPanel: path("POST", "/tokens/panel"),
  revoke: path("DELETE", "/tokens/:token"),
} as const;

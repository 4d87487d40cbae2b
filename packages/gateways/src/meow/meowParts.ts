import type { GuardedFetch } from "@balcao/platform/http";
import type { SessionHost } from "../port/index.js";
import type { MeowClient } from "./meowClient.js";

/** What a session in WuzAPI works with. */
export interface MeowParts {
  readonly client: MeowClient;
  readonly host: SessionHost;
  /** Fetches the addresses that WuzAPI gives for pictures. */
  readonly fetchPublic: GuardedFetch;
}

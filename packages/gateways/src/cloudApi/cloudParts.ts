import type { GuardedFetch } from "@balcao/platform/http";
import type { SessionHost } from "../port/index.js";
import type { GraphClient } from "./graphClient.js";

/** What a session of the Cloud API works with. */
export interface CloudParts {
  readonly client: GraphClient;
  readonly host: SessionHost;
  /** The secret of the app; empty where it is not known here. */
  readonly appSecret: string;
  /** Fetches the addresses that Meta gives for media. */
  readonly fetchPublic: GuardedFetch;
  /** The time in milliseconds since 1970. */
  readonly now: () => number;
}

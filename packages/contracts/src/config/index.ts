import type { ConnectorApi } from "@balcao/domain/connections";

/** `GET /config.json`: what the browser must know before anybody signs in. Nothing in it is secret; the transport secret only hides plain text from logs (D-001). */
export interface PublicConfig {
  readonly appName: string;
  readonly transportSecret: string;
  readonly timeZone: string;
  /** Connectors that this installation can open. */
  readonly connectors: readonly ConnectorApi[];
  /** Asks an outside service whether the installation may be used (AUTH-017); null switches the check off. */
  readonly licence: { readonly url: string; readonly companyId: string; readonly support: string; readonly finance: string } | null;
  /** Whether people may make an account for themselves on the login page (setting `userCreation`, D-007). */
  readonly userCreation: boolean;
  /** Address of the phone simulator, while it runs. */
  readonly phoneUrl: string | null;
}

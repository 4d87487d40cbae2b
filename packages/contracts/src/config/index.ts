import type { ConnectorApi } from "@balcao/domain/connections";

/**
 * `GET /config.json`: what the browser needs before anybody signs in. Nothing in it is secret; the
 * transport secret only keeps plain text out of logs.
 */
export interface PublicConfig {
  readonly appName: string;
  readonly transportSecret: string;
  /** The company's name, or an empty text, and the address of its logo (settings companyName and companyLogo). */
  readonly company: { readonly name: string; readonly logo: string | null };
  readonly timeZone: string;
  /** The language of people who have chosen none: `pt`, `en` or `es`, or `browser` for that of the browser (setting defaultLanguage). */
  readonly language: string;
  /** The connectors that this installation can use. */
  readonly connectors: readonly ConnectorApi[];
  /**
   * The outside service that decides whether the installation may be used (AUTH-017); null switches
   * the check off.
   */
  readonly licence: { readonly url: string; readonly companyId: string; readonly support: string; readonly finance: string } | null;
  /** The site of the company's invoices and the tax id from which its access code follows; null hides the entry (SHELL-035). */
  readonly invoices: { readonly url: string; readonly taxId: string } | null;
  /**
   * Whether people may create their own account on the login page (setting `userCreation`, D-007).
   */
  readonly userCreation: boolean;
  /** Whether the installation sends mails, so that a link for a new password can be asked for (D-580). */
  readonly mail: boolean;
  /** The provider by which people sign in, by the name that the operator gave it; null without one (D-660). */
  readonly provider: { readonly name: string } | null;
  /** The address of the phone simulator; null when it does not run. */
  readonly phoneUrl: string | null;
}

import { randomBytes } from "node:crypto";
import type { AuthenticationCreds } from "@whiskeysockets/baileys";

const SECRET_BYTES = 32;
/**
 * Where the ADV secret is in the text of a code: ref, noise key, identity key, secret, platform.
 */
const SECRET_FIELD = 3;

/**
 * The QR code of a socket that no phone has linked yet. WhatsApp may retire the secret in a code
 * that was shown: then the same code is shown again with a new secret, beside a library that keeps
 * drawing the old one (gateways.md H.1).
 */
export class PairingCode {
  #drawn: string | null = null;
  #isTyped = false;
  #isRetired = false;

  constructor(
    private readonly creds: AuthenticationCreds,
    private readonly show: (qr: string) => void,
  ) {}

  /** The library offers a code; it may still hold a retired secret. */
  offered(qr: string): void {
    this.#drawn = qr;
    this.#draw();
  }

  /**
   * WhatsApp retires the secret. While a code is typed the secret belongs to that flow, so the
   * order waits for its end.
   */
  retire(): void {
    this.#isRetired = true;
    if (this.#isTyped) return;
    this.#isRetired = false;
    this.creds.advSecretKey = randomBytes(SECRET_BYTES).toString("base64");
    this.#draw();
  }

  /** A code to be typed was asked for; `ended` when there will be none after all. */
  typed(): { readonly ended: () => void } {
    this.#isTyped = true;
    return {
      ended: () => {
        this.#isTyped = false;
        if (this.#isRetired) this.retire();
      },
    };
  }

  #draw(): void {
    if (this.#drawn !== null) this.show(withSecret(this.#drawn, this.creds.advSecretKey));
  }
}

function withSecret(qr: string, secret: string): string {
  const fields = qr.split(",");
  fields[SECRET_FIELD] = secret;
  return fields.join(",");
}

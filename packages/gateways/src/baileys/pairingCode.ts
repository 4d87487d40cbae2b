import { randomBytes } from "node:crypto";
import type { AuthenticationCreds } from "@whiskeysockets/baileys";

const SECRET_BYTES = 32;
/**
 * The index of the ADV secret in a code's fields: ref, noise key, identity key, secret, platform.
 */
const SECRET_FIELD = 3;

/**
 * The QR code of an unlinked socket. WhatsApp may retire the secret in a shown code: then the same
 * code is shown again with a new secret, while the library keeps producing the old one.
 */
export class PairingCode {
  #drawn: string | null = null;
  #isTyped = false;
  #isRetired = false;

  constructor(
    private readonly creds: AuthenticationCreds,
    private readonly show: (qr: string) => void,
  ) {}

  /** Called when the library offers a code; it may still hold a retired secret. */
  offered(qr: string): void {
    this.#drawn = qr;
    this.#draw();
  }

  /**
   * Called when WhatsApp retires the secret. While a pairing code is typed that flow uses the
   * secret, so it is replaced only when the flow ends.
   */
  retire(): void {
    this.#isRetired = true;
    if (this.#isTyped) return;
    this.#isRetired = false;
    this.creds.advSecretKey = randomBytes(SECRET_BYTES).toString("base64");
    this.#draw();
  }

  /** Called when a pairing code is requested; call `ended` when the request has failed. */
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

import net from "node:net";
import { errorCode } from "../errors/index.js";

/** A whole mail takes at most this long, in milliseconds. */
const LIMIT_MS = 15_000;

interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The same for every try of the same mail, so that a mailbox recognises a second one. */
  readonly messageId: string;
}

/** A mail was not accepted. `isFinal`: the server refuses it for good (RFC 5321, 4.2.1: 5yz). The message has no address of a person. */
export class MailError extends Error {
  override readonly name = "MailError";
  readonly isFinal: boolean;

  constructor(message: string, isFinal = false) {
    super(message);
    this.isFinal = isFinal;
  }
}

/** Hands a mail to the server of the configuration; throws MailError. */
export type SendMail = (mail: Mail) => Promise<void>;

/** The server of mails, and the address from which they come. */
interface MailServer {
  /** `smtps://` is TLS from the first byte; `smtp://` begins TLS by STARTTLS, without which it signs in on this machine only. */
  readonly url: string;
  readonly from: string;
}

/**
 * Sends mails over a connection of their own each, which ends after 15 s whatever the server does. A password leaves over TLS only,
 * or to this machine.
 */
export function createMailer({ url, from }: MailServer, limitMs = LIMIT_MS): SendMail {
  const { protocol, hostname, port, username, password } = new URL(url);
  const isTls = protocol === "smtps:";
  const host = hostname.replace(/^\[|\]$/g, "");
  const isOwn = ["127.0.0.1", "localhost", "::1"].includes(host);
  const target = { host, port: port === "" ? (isTls ? 465 : 587) : Number(port) };
  const auth = username === "" ? {} : { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } };

  return async ({ to, subject, text, messageId }) => {
    const { createTransport } = await import("nodemailer");
    const socket = net.connect(target);
    const limit = setTimeout(() => socket.destroy(new Error("The server did not answer in time")), limitMs);
    const failed = new Promise<never>((_, reject) =>
      socket.once("error", reject).once("close", () => reject(new Error("The server closed the connection"))),
    );
    try {
      await Promise.race([failed, new Promise((resolve) => socket.once("connect", resolve))]);
      const transport = createTransport({
        ...target,
        secure: isTls,
        requireTLS: !isTls && !isOwn,
        ignoreTLS: isOwn,
        connection: socket,
        ...auth,
      });
      const sent = transport.sendMail({ from, to, subject, text, messageId, disableFileAccess: true, disableUrlAccess: true });
      await Promise.race([failed, sent]);
    } catch (error) {
      throw toMailError(error, to);
    } finally {
      clearTimeout(limit);
      failed.catch(() => undefined);
      socket.destroy();
    }
  };
}

function toMailError(error: unknown, to: string): MailError {
  const { message, responseCode, permanent, response } = error as Error & {
    readonly responseCode?: number;
    readonly permanent?: boolean;
    readonly response?: string;
  };
  // A wrong password may be corrected; an address that is refused stays refused.
  const isFinal = permanent === true && errorCode(error) !== "EAUTH";
  const said = responseCode === undefined ? message : (response ?? `The server answered ${responseCode}`);
  return new MailError(said.replaceAll(to, "…").slice(0, 300), isFinal);
}

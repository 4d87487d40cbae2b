import { randomInt } from "node:crypto";

interface Installation {
  readonly url: string;
  readonly phoneUrl: string;
  /** The stand-in for WuzAPI; its control does what people do on telephones. */
  readonly meowUrl: string;
  readonly databaseUrl: string;
  /** The stand-in for Meta's Graph API, and the token that it accepts. */
  readonly meta: { readonly url: string; readonly token: string };
  /** The stand-in of a push service. */
  readonly pushUrl: string;
  /** The stand-in of an AI server. */
  readonly aiUrl: string;
  /** Answers the mails that the product has sent. */
  readonly mailUrl: string;
  /** The one port of this machine to which webhooks may go; a test listens there. */
  readonly hookPort: number;
  readonly admin: { readonly email: string; readonly password: string };
}

/** The installation of this worker; the process that only lists the tests reads the first one. */
function ownInstallation(): Installation {
  const installations = JSON.parse(process.env["E2E_INSTALLATIONS"] ?? "[]") as Installation[];
  const own = installations[Number(process.env["TEST_PARALLEL_INDEX"] ?? 0)];
  if (!own) throw new Error('E2E_INSTALLATIONS is missing: run the end-to-end tests with "node scripts/test.mjs e2e".');
  return own;
}

/** The running product under test and its first administrator. */
export const product = ownInstallation();

/** A name that no other test uses, because the tests of a worker share one product. */
export const uniqueName = (kind: string): string => `${kind} ${randomInt(100_000, 1_000_000)}`;

/** A Brazilian mobile number with its ninth digit that no other test uses, digits only. */
export const uniqueNumber = (): string => `55119${randomInt(60_000_000, 100_000_000)}`;

import { randomInt } from "node:crypto";

function required(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === "")
    throw new Error(`${name} is missing: run the end-to-end tests with "node scripts/test.mjs e2e".`);
  return value;
}

/** The running product under test and its first administrator. */
export const product = {
  url: required("BASE_URL"),
  phoneUrl: required("PHONE_URL"),
  /** The stand-in for WuzAPI; its control does what people do on telephones. */
  meowUrl: required("E2E_MEOW_URL"),
  databaseUrl: required("E2E_DATABASE_URL"),
  /** The stand-in for Meta's Graph API, and the token that it accepts. */
  meta: { url: required("E2E_GRAPH_URL"), token: required("E2E_META_TOKEN") },
  /** The stand-in of a push service. */
  pushUrl: required("E2E_PUSH_URL"),
  /** The stand-in of an AI server. */
  aiUrl: required("E2E_AI_URL"),
  admin: { email: required("E2E_ADMIN_EMAIL"), password: required("E2E_ADMIN_PASSWORD") },
};

/** A name that no other test uses, because all tests share one product. */
export const uniqueName = (kind: string): string => `${kind} ${randomInt(100_000, 1_000_000)}`;

/** A Brazilian mobile number with its ninth digit that no other test uses, digits only. */
export const uniqueNumber = (): string => `55119${randomInt(60_000_000, 100_000_000)}`;

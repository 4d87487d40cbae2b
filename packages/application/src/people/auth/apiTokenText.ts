import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { BlockList, isIP } from "node:net";

/** What every token begins with, so that scanners of source code find one that got there. */
const PREFIX = "blc_";
const ID_BYTES = 16;
const SECRET_BYTES = 32;
const FORM = /^blc_[A-Za-z0-9_-]{64}$/;

const hashOf = (secret: Buffer): Buffer => createHash("sha256").update(secret).digest();

/** Whether a bearer is meant as a token of a program. */
export const isApiToken = (bearer: string): boolean => bearer.startsWith(PREFIX);

/** Makes a token: its text, which is shown once, and what is stored. 256 random bits need no slow hash. */
export function makeApiToken(): { readonly id: string; readonly text: string; readonly secretHash: Buffer } {
  const bytes = randomBytes(ID_BYTES + SECRET_BYTES);
  const { id, secret } = split(bytes);
  return { id, text: `${PREFIX}${bytes.toString("base64url")}`, secretHash: hashOf(secret) };
}

/** The parts of a token's text; null for any other text. */
export function readApiToken(text: string): { readonly id: string; readonly isOf: (secretHash: Buffer) => boolean } | null {
  if (!FORM.test(text)) return null;
  const { id, secret } = split(Buffer.from(text.slice(PREFIX.length), "base64url"));
  return { id, isOf: (secretHash) => timingSafeEqual(hashOf(secret), secretHash) };
}

function split(bytes: Buffer): { readonly id: string; readonly secret: Buffer } {
  const id = bytes.toString("hex", 0, ID_BYTES).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  return { id, secret: bytes.subarray(ID_BYTES) };
}

/** An IPv4 address that arrives over IPv6 counts as what it is. */
const bare = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, "");
const familyOf = (address: string): "ipv4" | "ipv6" | null => (isIP(address) === 4 ? "ipv4" : isIP(address) === 6 ? "ipv6" : null);

/** Reads a network as "203.0.113.0/24", "2001:db8::/32" or one address; null for anything else. */
export function readNetwork(text: string): { readonly address: string; readonly bits: number; readonly family: "ipv4" | "ipv6" } | null {
  const [, address = "", length] = /^([0-9a-f.:]+)(?:\/(\d{1,3}))?$/i.exec(text) ?? [];
  const family = familyOf(address);
  if (family === null) return null;
  const most = family === "ipv4" ? 32 : 128;
  const bits = length === undefined ? most : Number(length);
  return bits > most ? null : { address, bits, family };
}

/** Whether an address is in one of the networks; every one is where there are none. */
export function isInNetworks(ip: string | null, networks: readonly string[]): boolean {
  if (networks.length === 0) return true;
  const address = bare(ip ?? "");
  const family = familyOf(address);
  if (family === null) return false;
  const list = new BlockList();
  for (const network of networks) {
    const read = readNetwork(network);
    if (read) list.addSubnet(read.address, read.bits, read.family);
  }
  return list.check(address, family);
}

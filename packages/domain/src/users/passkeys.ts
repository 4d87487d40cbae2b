/** Where passkeys are made and used: the origin of the page, and the name of the host that they are bound to. */
export interface PasskeyPlace {
  readonly origin: string;
  readonly rpId: string;
}

/**
 * The place of passkeys by the address of the installation. Null where browsers offer none: over http beyond this machine, and under a number
 * instead of a name (D-663).
 */
export function passkeyPlace(publicUrl: string): PasskeyPlace | null {
  const read = /^(https?):\/\/([a-z0-9.-]+)(?::\d+)?(?:\/|$)/i.exec(publicUrl);
  if (read === null) return null;
  const [, scheme = "", host = ""] = read;
  const rpId = host.toLowerCase();
  if (/^[\d.]+$/.test(rpId) || (scheme.toLowerCase() !== "https" && rpId !== "localhost")) return null;
  const [origin = ""] = /^https?:\/\/[^/]+/i.exec(publicUrl) ?? [];
  return { origin: origin.toLowerCase().replace(/^(https:\/\/[^:]+):443$|^(http:\/\/[^:]+):80$/, "$1$2"), rpId };
}

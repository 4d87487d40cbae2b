import { numberOf, requireJid, writeJid } from "./jid.js";
import { linkNumber, startClient } from "./session.js";
import type { WuzapiUser } from "./types.js";
import type { World } from "./world.types.js";

/** Connects the linked users with `reconnect`, as the server does when it starts. */
export function connectAtStart(world: World): void {
  for (const user of world.users.values()) if (user.reconnect && user.linked) startClient(world, user);
}

/** A pairing code as people may type it, with or without hyphen. */
export function toPlainCode(code: string): string {
  return code.replace(/[^0-9A-Za-z]/g, "").toUpperCase();
}

/** Links a phone to a user; a number that no phone has yet gets one. */
export function linkPhone(world: World, user: WuzapiUser, number: string, pushName?: string): { number: string } {
  if (!world.phones.has(number)) world.phones.set(number, { number, name: `Celular ${world.phones.size + 1}` });
  if (user.passkey) {
    // whatsmeow #1186: the pairing waits for an authenticator, which no code replaces.
    void world.webhooks.send(user, { type: "PairPasskeyRequest", event: { PublicKey: { rpId: "whatsapp.com" } } });
    return { number };
  }
  linkNumber(world, user, number, pushName ?? user.name);
  return { number };
}

/** The number of a phone that no other user is linked to. */
export function freePhone(world: World, user: WuzapiUser): string {
  const taken = new Set([...world.users.values()].filter((other) => other !== user && other.linked).map((other) => numberOf(other.jid)));
  for (const number of world.phones.keys()) if (!taken.has(number)) return number;
  for (let next = 5511970000001; ; next += 1) if (!taken.has(String(next))) return String(next);
}

/** Saves a person on the phone of a linked user. */
export function savePerson(world: World, user: WuzapiUser, { jid, name }: { readonly jid: string; readonly name: string }): void {
  const address = writeJid(requireJid(jid));
  // Not copied: tests save thousands, one by one.
  user.saved ??= {};
  user.saved[address] = name;
  world.changed();
}

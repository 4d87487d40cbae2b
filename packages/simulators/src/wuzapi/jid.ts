import { Refusal } from "./http.js";

/** The servers of WhatsApp addresses in the stand-in. */
const PHONE_SERVER = "s.whatsapp.net";
const GROUP_SERVER = "g.us";
const LID_SERVER = "lid";

/** A parsed address, without device. */
export interface Jid {
  readonly user: string;
  readonly server: string;
}

/** Parses `Phone` as WuzAPI does (digits, a leading +, or a full JID); null when it is invalid. */
export function parseJid(text: string): Jid | null {
  const bare = text.startsWith("+") ? text.slice(1) : text;
  const [user = "", server = PHONE_SERVER] = bare.split("@");
  const digits = user.split(/[.:]/)[0] ?? "";
  if (!/^\d+$/.test(digits) || server === "") return null;
  return { user: digits, server };
}

/** Like `parseJid`; 400 "could not parse Phone" when it is invalid. */
export function requireJid(text: string, complaint = "could not parse Phone"): Jid {
  const jid = parseJid(text);
  if (jid === null) throw new Refusal(400, complaint);
  return jid;
}

/** `user@server`. */
export function writeJid(jid: Jid): string {
  return `${jid.user}@${jid.server}`;
}

/** The JID of a phone number. */
export function phoneJid(phone: string): string {
  return `${phone}@${PHONE_SERVER}`;
}

/** Whether the address names a group. */
export function isGroup(jid: Jid): boolean {
  return jid.server === GROUP_SERVER;
}

/** Whether the address is a LID. */
export function isLid(jid: Jid): boolean {
  return jid.server === LID_SERVER;
}

/** The phone digits of an own address (`5511…:12@s.whatsapp.net`), "" when not linked. */
export function numberOf(jid: string): string {
  return parseJid(jid)?.user ?? "";
}

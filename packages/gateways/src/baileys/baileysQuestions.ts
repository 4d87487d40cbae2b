import { rm, writeFile } from "node:fs/promises";
import { isSamePhone } from "@balcao/domain/contacts";
import type { PeerId } from "@balcao/domain/messages";
import { GatewayError, type FetchedMedia, type GroupFacts, type SessionHost } from "../port/index.js";
import { asked, codeOf } from "./baileysActions.js";
import { toJid, toPeer, toPeerWith } from "../addresses/jid.js";
import { loadBaileys } from "./library.js";
import type { SessionSocket } from "./sessionSocket.js";
import type { BaileysSettings } from "./settings.js";

/** Codes with which WhatsApp answers for a picture that does not exist or that its owner hides. */
const NO_PICTURE: ReadonlySet<number | null> = new Set([401, 403, 404]);

/**
 * The peers that WhatsApp has for numbers, asked in one query. The library's `onWhatsApp` leaves out who has no account, so that a number
 * about which nothing was said would look like one.
 */
export async function checkBaileysNumbers(
  { sock }: SessionSocket,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, PeerId | null>> {
  const { USyncQuery, USyncUser } = await loadBaileys();
  const query = new USyncQuery().withContactProtocol();
  for (const digits of numbers) query.withUser(new USyncUser().withPhone(`+${digits}`));
  const answers = ((await asked(sock.executeUSyncQuery(query)))?.list ?? []).flatMap(({ id, contact }) => {
    const peer = toPeer(id);
    return peer?.phone === undefined ? [] : [{ peer, phone: peer.phone, exists: contact === true }];
  });
  const answerOf = (digits: string) => answers.find(({ phone }) => isSamePhone(phone, digits));
  return new Map(
    numbers.flatMap((digits) => {
      const answer = answerOf(digits);
      return answer === undefined ? [] : [[digits, answer.exists ? answer.peer : null] as const];
    }),
  );
}

/** Subject, description and participants of a group (CONV-004). */
export async function getBaileysGroup(socket: SessionSocket, group: PeerId): Promise<GroupFacts> {
  const jid = group.group === undefined ? null : toJid(group);
  if (jid === null) throw new GatewayError("invalid", "not a group");
  const facts = await asked(socket.groups.get(jid));
  return {
    subject: facts.subject,
    description: facts.desc ?? "",
    participants: facts.participants.flatMap(({ id, lid, phoneNumber, name, notify, admin }) => {
      const peer = toPeerWith(id, phoneNumber ?? lid ?? "");
      return peer === null ? [] : [{ peer, name: name ?? notify ?? null, admin: admin !== null && admin !== undefined }];
    }),
  };
}

/** A peer's picture, or null when there is none or it is hidden. */
export async function fetchBaileysPicture(
  socket: SessionSocket,
  host: SessionHost,
  settings: BaileysSettings,
  peer: PeerId,
): Promise<FetchedMedia | null> {
  const jid = toJid(peer);
  if (jid === null) return null;
  const url = await socket.sock.profilePictureUrl(jid, "image").catch((error: unknown) => {
    if (NO_PICTURE.has(codeOf(error))) return undefined;
    throw new GatewayError("transient", "WhatsApp did not tell where the picture is");
  });
  if (url === undefined) return null;
  const path = await host.temporaryPath();
  try {
    const { status, body, headers } = await settings.fetchPublic(url);
    if (status !== 200) throw new Error(`answered ${status}`);
    await writeFile(path, body, { mode: 0o600 });
    return { path, mime: headers["content-type"] ?? null, fileName: null };
  } catch (error) {
    await rm(path, { force: true });
    throw new GatewayError("media", `the picture could not be fetched: ${error instanceof Error ? error.message : "no reason given"}`);
  }
}

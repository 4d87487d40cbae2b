import type { BinaryNode } from "@whiskeysockets/baileys";
import { bytesOf, child, children, element, timestamp } from "./node.js";
import { sendToPhone } from "./phone.js";
import { accountOf, lidJid, phoneJid, type Account, type Wire, type World } from "./world.js";

type Attributes = Readonly<Record<string, string | undefined>>;

/**
 * Handles the stanzas of a linked client other than queries: messages, receipts, calls and typing.
 */
export function deliverStanza(connection: Wire, sender: Account, node: BinaryNode): void {
  switch (node.tag) {
    case "message":
      return deliverMessage(connection, sender, node);
    case "receipt":
      return deliverReceipt(connection, sender, node);
    case "ack":
      return forget(sender, node);
    case "call":
      return deliverCall(connection, sender, node);
    case "chatstate":
      accountOf(connection.world, node.attrs["to"])?.connection?.send(
        element("chatstate", { from: phoneJid(sender, false) }, node.content),
      );
  }
}

/**
 * Delivers a stanza to an account's device, now or at its next login. Messages are kept until the
 * device sends a receipt.
 */
export function bring(account: Account, node: BinaryNode): void {
  if (!account.linked || (account.dropsEvents && node.tag === "message")) return;
  if (node.tag === "message" || node.tag === "receipt") account.pending.set(keyOf(node), node);
  if (node.tag === "message") account.delivered.push(node);
  if (account.connection?.active === true) account.connection.send(node);
}

/** Redelivers messages without a receipt, marked as late. */
export function redeliver(account: Account, connection: Wire): number {
  for (const node of account.pending.values()) connection.send({ ...node, attrs: { ...node.attrs, offline: "0" } });
  return account.pending.size;
}

function deliverMessage(connection: Wire, sender: Account, node: BinaryNode): void {
  const { world } = connection;
  const { to, id } = node.attrs;
  if (node.attrs["category"] === "peer") {
    connection.send(element("ack", { class: "message", id, from: to, t: timestamp() }));
    void sendToPhone(connection, sender, node).catch(() => undefined);
    return;
  }
  const fault = world.faults.shift();
  if (fault?.kind === "cutBefore") return connection.cut();
  const ack = element("ack", { class: "message", id, from: to, t: timestamp() });
  const refusal = (code: string) => ({ ...ack, attrs: { ...ack.attrs, error: code } });
  if (fault?.kind === "refuse") return connection.send(refusal(fault.code));
  const parts = new Map(children(child(node, "participants")).map((part) => [part.attrs["jid"] ?? "", children(part)]));
  const shared = children(node).filter(({ tag }) => tag === "enc");
  const along = children(node).filter(({ tag }) => tag === "device-identity");
  for (const account of addressees(world, sender, node)) {
    const own = [...parts].filter(([jid]) => accountOf(world, jid) === account).flatMap(([, parcels]) => parcels);
    if (own.length + shared.length === 0) continue;
    bring(
      account,
      changed(
        world,
        account,
        element(
          "message",
          {
            ...envelope(world, sender, node),
            id,
            type: node.attrs["type"] ?? "text",
            t: timestamp(),
            notify: sender.name,
            edit: node.attrs["edit"],
          },
          [...own, ...shared, ...along],
        ),
      ),
    );
  }
  if (fault?.kind === "cutAfter") return connection.cut();
  if (fault?.kind === "both") return connection.send(ack, refusal(fault.code));
  if (fault?.kind !== "silent") connection.send(ack);
}

/** The stanza with the changes that a test set for the account's next message. */
function changed(world: World, account: Account, node: BinaryNode): BinaryNode {
  const { spoiled, stamp } = account.nextMessage;
  account.nextMessage = {};
  if (spoiled?.comesAgain === false) world.lost.add(node.attrs["id"] ?? "");
  const content = spoiled === undefined ? node.content : children(node).map((part) => (part.tag === "enc" ? spoil(part) : part));
  return { ...node, attrs: { ...node.attrs, ...(stamp === undefined ? {} : { t: stamp }) }, ...(content === undefined ? {} : { content }) };
}

/** Changes the authentication tag, which is at the end of the bytes. */
function spoil(enc: BinaryNode): BinaryNode {
  const bytes = bytesOf(enc);
  const last = bytes.length - 1;
  bytes[last] = (bytes[last] ?? 0) ^ 0xff;
  return { ...enc, content: bytes };
}

function addressees(world: World, sender: Account, node: BinaryNode): Account[] {
  const to = node.attrs["to"];
  if (to?.endsWith("@g.us") !== true) return [accountOf(world, to)].filter((account) => account !== undefined);
  const only = node.attrs["participant"];
  const members = world.groups.get(to.split("@")[0] ?? "")?.members ?? [];
  return members
    .filter((phone) => phone !== sender.phone)
    .flatMap((phone) => world.accounts.get(phone) ?? [])
    .filter((account) => only === undefined || accountOf(world, only) === account);
}

/**
 * The sender's addresses for other accounts: phone or LID, with the other one beside it unless it
 * is hidden.
 */
function envelope(world: World, sender: Account, node: BinaryNode): Attributes {
  const to = node.attrs["to"] ?? "";
  const hidden = sender.hidesPhone;
  if (to.endsWith("@g.us")) {
    const byLid = hidden || world.groups.get(to.split("@")[0] ?? "")?.addressing === "lid";
    return {
      from: to,
      participant: byLid ? lidJid(sender) : phoneJid(sender),
      participant_lid: byLid ? undefined : lidJid(sender, false),
      participant_pn: byLid && !hidden ? phoneJid(sender, false) : undefined,
      addressing_mode: byLid ? "lid" : "pn",
    };
  }
  const byLid = hidden || to.endsWith("@lid");
  return byLid
    ? { from: lidJid(sender), sender_pn: hidden ? undefined : phoneJid(sender, false), addressing_mode: "lid" }
    : { from: phoneJid(sender), sender_lid: lidJid(sender, false) };
}

function deliverReceipt(connection: Wire, sender: Account, node: BinaryNode): void {
  const { to, id, participant, type } = node.attrs;
  if (type !== "retry") forget(sender, node);
  connection.send(element("ack", { class: "receipt", id, to }));
  if (type === "retry" && connection.world.lost.has(id ?? "")) return;
  if (type === "server-error") return reupload(connection, node);
  if (type === "inactive" || type === "sender" || type === "hist_sync" || type === "peer_msg") {
    if (type !== "inactive") return;
  }
  const inGroup = to?.endsWith("@g.us") === true;
  const target = accountOf(connection.world, inGroup ? participant : to);
  if (target === undefined || target === sender) return;
  const byLid = to?.endsWith("@lid") === true || sender.hidesPhone;
  const device = type === "retry";
  const me = byLid ? lidJid(sender, device) : phoneJid(sender, device);
  bring(
    target,
    element(
      "receipt",
      {
        id,
        type: type === "inactive" ? undefined : type,
        from: inGroup ? to : me,
        participant: inGroup ? me : undefined,
        recipient: undefined,
        t: timestamp(),
      },
      node.content,
    ),
  );
}

/**
 * Answers with the file's new path after the phone's upload, or with an error when the phone no
 * longer has it.
 */
function reupload(connection: Wire, node: BinaryNode): void {
  const { id } = node.attrs;
  const about = child(node, "rmr");
  const answer = connection.world.media.reupload(id ?? "");
  connection.send(
    element("notification", { id, type: "mediaretry", from: node.attrs["to"], t: timestamp() }, [
      element("rmr", about?.attrs ?? {}),
      answer === null
        ? element("error", { code: "2" })
        : element("encrypt", {}, [element("enc_p", {}, answer.sealed), element("enc_iv", {}, answer.start)]),
    ]),
  );
}

function deliverCall(connection: Wire, sender: Account, node: BinaryNode): void {
  const { to, id } = node.attrs;
  connection.send(element("ack", { class: "call", id, from: to }));
  accountOf(connection.world, to)?.connection?.send(
    element("call", { from: phoneJid(sender, false), id: id ?? "call", t: timestamp() }, node.content),
  );
}

/** Handles a receipt or an ack of the device: the stanza is no longer pending. */
function forget(account: Account, node: BinaryNode): void {
  const { id, to, participant } = node.attrs;
  const ids = [id, ...children(children(node)[0]).map((item) => item.attrs["id"])];
  for (const each of ids) {
    for (const [key, kept] of account.pending) {
      const place = kept.attrs["from"] === to || person(kept.attrs["from"]) === person(to);
      const same =
        kept.attrs["id"] === each &&
        place &&
        (participant === undefined || person(kept.attrs["participant"]) === person(participant) || kept.tag === "receipt");
      if (same && (node.tag === "receipt" ? kept.tag === "message" : kept.tag === (node.attrs["class"] ?? "message")))
        account.pending.delete(key);
    }
  }
}

function person(jid: string | undefined): string {
  const [local = "", server = ""] = (jid ?? "").split("@");
  return `${local.split(":", 1)[0] ?? ""}@${server}`;
}

function keyOf(node: BinaryNode): string {
  const { from, participant, id, type } = node.attrs;
  return `${node.tag} ${from ?? ""} ${participant ?? ""} ${id ?? ""} ${node.tag === "receipt" ? (type ?? "") : ""}`;
}

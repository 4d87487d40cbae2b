import type { BinaryNode } from "@whiskeysockets/baileys";
import { bytesOf, child, children, element, timestamp, userOf } from "./node.js";
import { phoneOf } from "./phone.js";
import { accountOf, lidJid, phoneJid, type Account, type Group, type Wire, type World } from "./world.js";

const CURVE_KEY = Buffer.from([5]);

/**
 * Answers a query (`iq`) of a linked client; unsupported queries get an empty result, as most of
 * WhatsApp's do.
 */
export function answerQuestion(connection: Wire, account: Account, node: BinaryNode): void {
  if (node.attrs["type"] === "result") return;
  const { world } = connection;
  switch (node.attrs["xmlns"]) {
    case "encrypt":
      return answerKeys(connection, account, node);
    case "usync":
      if (world.questionsLeft === 0) return connection.refuse(node, "429", "rate-overlimit");
      if (world.questionsLeft !== null) world.questionsLeft -= 1;
      return connection.answer(node, [answerUsers(world, node)]);
    case "w:m":
      return connection.answer(node, [
        element("media_conn", { auth: "auth", ttl: "3600" }, [
          element("host", { hostname: world.media.host, maxContentLengthBytes: "104857600" }),
        ]),
      ]);
    case "w:g2":
      return answerGroup(connection, node);
    case "w:profile:picture":
      return answerPicture(connection, node);
    case "w:sync:app:state":
      return connection.answer(node, [element("sync", {}, children(child(node, "sync")).map(nothingNew))]);
    case "privacy":
      return connection.answer(node, [element("privacy", {}, [element("category", { name: "readreceipts", value: "all" })])]);
    case "md":
      connection.answer(node);
      if (child(node, "remove-companion-device") !== undefined) unlink(account);
      return;
    default:
      connection.answer(node);
  }
}

/**
 * The answer to a settings sync: nothing new since the client's version. Without an answer a client
 * keeps asking.
 */
function nothingNew({ attrs }: BinaryNode): BinaryNode {
  return element("collection", { name: attrs["name"], version: attrs["version"] ?? "0" });
}

/** The phone's owner removes the device: its stream ends, and its logins fail from now on. */
export function unlink(account: Account): void {
  account.linked = false;
  account.pending.clear();
  account.connection?.end("401", element("conflict", { type: "device_removed" }));
}

function answerKeys(connection: Wire, account: Account, node: BinaryNode): void {
  const asked = children(node)[0];
  if (asked?.tag === "count") return connection.answer(node, [element("count", { value: String(account.preKeys.length) })]);
  if (asked?.tag === "digest") return connection.answer(node, [element("digest", {})]);
  if (asked?.tag === "key")
    return void Promise.all(children(asked).map((user) => bundleOf(connection.world, user))).then((bundles) =>
      connection.answer(node, [element("list", {}, bundles)]),
    );
  const list = child(node, "list");
  if (list !== undefined) {
    account.registration = bytesOf(child(node, "registration"));
    account.identity = bytesOf(child(node, "identity"));
    account.signedPreKey = child(node, "skey") ?? null;
    account.preKeys.push(...children(list));
  }
  connection.answer(node);
}

/**
 * The key bundle for a first message to a device; each one-time key is given out once. Without a
 * device number it is the phone's own.
 */
async function bundleOf(world: World, user: BinaryNode): Promise<BinaryNode> {
  const jid = user.attrs["jid"];
  const account = accountOf(world, jid);
  if (account?.linked === true && !/:[1-9]\d*@/.test(jid ?? "")) return element("user", { jid }, await phoneOf(account).bundle());
  const signed = account?.signedPreKey;
  if (account === undefined || !signed) return element("user", { jid }, [element("error", { code: "404", text: "not found" })]);
  const once = account.preKeys.shift();
  return element("user", { jid }, [
    element("registration", {}, account.registration),
    element("type", {}, CURVE_KEY),
    element("identity", {}, account.identity),
    signed,
    ...(once === undefined ? [] : [once]),
  ]);
}

function answerUsers(world: World, node: BinaryNode): BinaryNode {
  const question = child(node, "usync");
  const wanted = new Set(children(child(question, "query")).map(({ tag }) => tag));
  const users = children(child(question, "list")).map((user) => {
    const number = bytesOf(child(user, "contact")).toString().replace("+", "");
    const jid = user.attrs["jid"] ?? `${number}@s.whatsapp.net`;
    const account = accountOf(world, jid);
    const facts: BinaryNode[] = [];
    if (wanted.has("contact")) facts.push(element("contact", { type: account === undefined ? "out" : "in" }));
    if (account !== undefined && wanted.has("devices")) facts.push(devicesOf(account));
    if (account !== undefined && wanted.has("lid")) facts.push(element("lid", { val: lidJid(account, false) }));
    const known = account === undefined || user.attrs["jid"] !== undefined ? jid : phoneJid(account, false);
    return element("user", { jid: known }, facts);
  });
  return element("usync", { sid: question?.attrs["sid"], index: "0", last: "true" }, [element("list", {}, users)]);
}

function devicesOf(account: Account): BinaryNode {
  const device = element("device", { id: String(account.device), "key-index": String(account.device) });
  return element("devices", {}, [element("device-list", {}, account.linked ? [device] : [])]);
}

function answerGroup(connection: Wire, node: BinaryNode): void {
  const group = connection.world.groups.get(userOf(node.attrs["to"]));
  if (node.attrs["type"] !== "get") return connection.answer(node);
  if (child(node, "participating") !== undefined) {
    const mine = [...connection.world.groups.values()].filter(({ members }) => members.includes(connection.account?.phone ?? ""));
    return connection.answer(node, [
      element(
        "groups",
        {},
        mine.map((each) => describe(connection.world, each)),
      ),
    ]);
  }
  if (group === undefined) return refuse(connection, node, "404", "item-not-found");
  connection.answer(node, [describe(connection.world, group)]);
}

function describe(world: World, group: Group): BinaryNode {
  const participants = group.members.flatMap((phone) => {
    const account = world.accounts.get(phone);
    if (account === undefined) return [];
    const byLid = group.addressing === "lid";
    return element("participant", {
      jid: byLid ? lidJid(account, false) : phoneJid(account, false),
      lid: byLid ? undefined : lidJid(account, false),
      phone_number: byLid && !account.hidesPhone ? phoneJid(account, false) : undefined,
      type: group.admins.has(phone) ? "admin" : undefined,
    });
  });
  const { id, subject, description, addressing } = group;
  return element("group", { id, subject, s_t: timestamp(), creation: timestamp(), addressing_mode: addressing }, [
    ...(description === "" ? [] : [element("description", { id: "d" }, [element("body", {}, Buffer.from(description))])]),
    ...participants,
  ]);
}

function answerPicture(connection: Wire, node: BinaryNode): void {
  const account = accountOf(connection.world, node.attrs["target"]);
  if (!account?.picture) return refuse(connection, node, "404", "item-not-found");
  connection.answer(node, [element("picture", { id: "1", type: "image", url: connection.world.pictureUrl(account) })]);
}

function refuse(connection: Wire, node: BinaryNode, code: string, text: string): void {
  connection.send(
    element("iq", { from: node.attrs["to"], id: node.attrs["id"], type: "error", t: timestamp() }, [element("error", { code, text })]),
  );
}

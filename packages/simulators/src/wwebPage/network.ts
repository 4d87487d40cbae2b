import { createHash, randomBytes } from "node:crypto";
import type { PageAsk, PageContact, PageGroup, PageKey, PageMessage, PageEvent, SendFault, ShownMessage } from "./types.js";

const CODES = 7;

interface StoredFile {
  readonly bytes: Buffer;
  readonly mediaKey: string;
  readonly filehash: string;
}

/** A message of a customer's phone; fields besides the key are the message's own. */
export interface Inbound {
  readonly type: string;
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly bytes?: Buffer;
  /** Typed by the account's owner on the phone. */
  readonly fromMe?: boolean;
  readonly chat?: string;
  readonly author?: string;
}

/** WhatsApp's servers with one phone and its customers; this state is independent of any page. */
export class Network {
  readonly me = { phone: "5511970000001", lid: "100000000000001@lid", name: "Vendas" };
  readonly messages: PageMessage[] = [];
  readonly files = new Map<string, StoredFile>();
  readonly groups = new Map<string, PageGroup>();
  readonly accounts = new Set<string>(["5511900000001@c.us", "5511900000002@c.us"]);
  readonly pictures = new Map<string, { readonly bytes: Buffer; readonly mime: string }>();
  /** The LID of each phone, as the page has it. */
  readonly lids: Record<string, string> = {};
  readonly contacts = new Map<string, PageContact>();
  readonly asks: PageAsk[] = [];
  readonly faults: SendFault[] = [];
  readonly linked = new Set<string>();
  bootFault: string | null = null;
  /** Whether the number is shown as online: a linked page is from its start (whatsmeow #262, #605). */
  available = false;
  #offered = new Map<string, number>();
  #pairCodes = new Map<string, string>();
  #revoked = new Set<string>();
  #sent = new Set<string>();

  constructor(private readonly send: (device: string | null, event: PageEvent) => void) {}

  /** The next code to scan, or null when none is left. */
  nextRef(device: string): string | null {
    const offered = (this.#offered.get(device) ?? 0) + 1;
    this.#offered.set(device, offered);
    return offered > CODES ? null : `2@${randomBytes(33).toString("base64")}`;
  }

  pairCode(device: string): string {
    const code = randomBytes(4).toString("hex").toUpperCase();
    this.#pairCodes.set(code, device);
    return code;
  }

  /** The phone scans the code of a page; by default of the page that requested a code last. */
  link(device: string | undefined = [...this.#offered.keys()].at(-1)): void {
    if (device === undefined) throw new Error("no page offers a code");
    this.linked.add(device);
    this.available = true;
    this.#offered.delete(device);
    this.send(device, { kind: "linked", me: this.me });
  }

  typeCode(code: string): void {
    const device = this.#pairCodes.get(code);
    if (device === undefined) throw new Error("nobody was given this code");
    this.#pairCodes.delete(code);
    this.link(device);
  }

  /** The phone's owner ends all pairings. */
  unlink(): void {
    for (const device of this.linked) this.send(device, { kind: "unlinked" });
    this.linked.clear();
  }

  /** Adds or changes a contact, in open pages too. */
  putContact(contact: PageContact): void {
    this.contacts.set(contact.id, contact);
    this.send(null, { kind: "contact", contact });
  }

  /** The better file of a message that came before, which the page names by its key (WhatsApp Web's `associationType`). */
  better(bareId: string, message: Inbound): PageMessage {
    const { type } = message;
    const association = { associationType: `HD_${type.toUpperCase()}_DUAL_UPLOAD`, parentMsgKey: this.find(bareId).key };
    return this.inbound({ ...message, fields: { ...message.fields, ...association } });
  }

  inbound({ type, fields = {}, bytes, fromMe = false, chat = "5511900000001@c.us", author }: Inbound): PageMessage {
    const key: PageKey = { fromMe, remote: chat, id: newId(), ...(chat.endsWith("@g.us") ? { participant: author ?? this.#own() } : {}) };
    const message: PageMessage = {
      key,
      type,
      from: fromMe ? this.#own() : chat,
      to: fromMe ? chat : this.#own(),
      t: Math.floor(Date.now() / 1000),
      ack: fromMe ? 1 : 0,
      ...(author === undefined ? {} : { author }),
      ...(bytes === undefined ? {} : this.store(bytes)),
      ...fields,
    };
    this.messages.push(message);
    this.send(null, { kind: "message", message });
    return message;
  }

  /**
   * Takes a message that the page sends. Returns whether the servers accepted it; an unknown
   * recipient is refused.
   */
  take(raw: Readonly<Record<string, unknown>>): boolean {
    const message = toMessage(raw);
    if (!this.isReachable(message.key.remote)) return false;
    this.messages.push({ ...message, ack: 1 });
    this.#sent.add(serialized(message.key));
    setTimeout(() => this.acknowledge(serialized(message.key), 2), 5);
    return true;
  }

  acknowledge(id: string, ack: number): void {
    const at = this.messages.findIndex((message) => serialized(message.key) === id);
    const message = this.messages[at];
    if (message === undefined || message.ack >= ack) return;
    this.messages[at] = { ...message, ack };
    this.send(null, { kind: "ack", id, ack });
  }

  edit(id: string, text: string, byPage: boolean): void {
    const latestEditSenderTimestampMs = Date.now();
    this.#patch(id, (message) => ({
      ...(message["directPath"] === undefined ? { body: text } : { caption: text }),
      latestEditSenderTimestampMs,
    }));
    if (!byPage) this.send(null, { kind: "edit", id, text });
  }

  revoke(id: string, byPage: boolean): void {
    this.#revoked.add(id);
    this.#patch(id, () => ({ type: "revoked" }));
    if (!byPage) this.send(null, { kind: "revoke", id });
  }

  /** A customer, or the owner's phone, reacts to a message; an empty emoji removes the reaction. */
  react(bareId: string, emoji: string, by = "5511900000001@c.us"): void {
    const { key } = this.find(bareId);
    const own: PageKey = { fromMe: by === this.#own(), remote: key.remote, id: newId() };
    this.send(null, { kind: "reaction", key: own, parent: key, by, emoji });
  }

  /** The id under which the page stores a message. */
  serializedId(bareId: string): string {
    return serialized(this.find(bareId).key);
  }

  find(bareId: string): PageMessage {
    const found = this.messages.find((message) => message.key.id === bareId);
    if (found === undefined) throw new Error(`no message ${bareId}`);
    return found;
  }

  isReachable(wid: string): boolean {
    return wid.endsWith("@g.us") ? this.groups.has(wid) : this.resolve(wid) !== null;
  }

  /** The account of an address, also under the other form of a Brazilian number or its LID. */
  resolve(wid: string): string | null {
    if (this.accounts.has(wid) || this.groups.has(wid)) return wid;
    const byLid = Object.entries(this.lids).find(([, lid]) => lid === wid);
    if (byLid !== undefined) return wid;
    const other = /^(55\d{2})9(\d{8}@c\.us)$/.exec(wid) ?? null;
    const forms = [other === null ? "" : `${other[1] ?? ""}${other[2] ?? ""}`, wid.replace(/^(55\d{2})(\d{8}@c\.us)$/, "$19$2")];
    return forms.find((form) => this.accounts.has(form)) ?? null;
  }

  store(bytes: Buffer): Readonly<Record<string, unknown>> {
    const name = randomBytes(12).toString("hex");
    const filehash = createHash("sha256").update(bytes).digest("base64");
    const mediaKey = randomBytes(32).toString("base64");
    this.files.set(name, { bytes, mediaKey, filehash });
    return {
      directPath: `/media/${name}`,
      url: `https://mmg.whatsapp.net/${name}`,
      mediaKey,
      filehash,
      encFilehash: filehash,
      size: bytes.length,
    };
  }

  /** The messages that this account sent through pages, including revoked ones. */
  shown(): ShownMessage[] {
    return this.messages
      .filter((message) => this.#sent.has(serialized(message.key)))
      .map((message) => {
        const name = typeof message["directPath"] === "string" ? message["directPath"].replace("/media/", "") : "";
        const id = serialized(message.key);
        return {
          id: message.key.id,
          serialized: id,
          chat: message.key.remote,
          type: message.type,
          fields: message,
          bytes: this.files.get(name)?.bytes ?? null,
          isRevoked: this.#revoked.has(id),
        };
      });
  }

  #own(): string {
    return `${this.me.phone}@c.us`;
  }

  #patch(id: string, change: (message: PageMessage) => Partial<PageMessage>): void {
    const at = this.messages.findIndex((message) => serialized(message.key) === id);
    const message = this.messages[at];
    if (message !== undefined) this.messages[at] = { ...message, ...change(message) };
  }
}

function serialized({ fromMe, remote, id, participant }: PageKey): string {
  return `${String(fromMe)}_${remote}_${id}${participant === undefined ? "" : `_${participant}`}`;
}

function newId(): string {
  return `3A${randomBytes(9).toString("hex").toUpperCase()}`;
}

/** A message as the page serialises it, with its addresses as texts again. */
function toMessage(raw: Readonly<Record<string, unknown>>): PageMessage {
  const { id, from, to, author, isNewMsg: _new, local: _local, self: _self, ...fields } = raw;
  const key = toRecord(id);
  const participant = widText(key["participant"]);
  const type = fields["type"];
  const t = fields["t"];
  return {
    ...fields,
    ...withoutCaption(type),
    key: {
      fromMe: key["fromMe"] === true,
      remote: widText(key["remote"]),
      id: typeof key["id"] === "string" ? key["id"] : "",
      ...(participant === "" ? {} : { participant }),
    },
    type: typeof type === "string" ? type : "",
    t: typeof t === "number" ? t : 0,
    ack: 0,
    from: widText(from),
    to: widText(to),
    ...(author === undefined ? {} : { author: widText(author) }),
  };
}

/** WhatsApp's messages of sounds and stickers have no caption, so that what the page adds as one never leaves it. */
const withoutCaption = (type: unknown): object => (["audio", "ptt", "sticker"].some((kind) => kind === type) ? { caption: undefined } : {});

function toRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}

function widText(value: unknown): string {
  if (typeof value === "string") return value;
  const text = toRecord(value)["_serialized"];
  return typeof text === "string" ? text : "";
}

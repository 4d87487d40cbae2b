import { Refusal } from "./http.js";
import type { FaultRule } from "./faults.js";
import { addGroup } from "./group.routes.js";
import { historySync } from "./history.js";
import { linkedUser, receive, type InboundInput, type InboundResult } from "./inbound.js";
import { numberOf, phoneJid } from "./jid.js";
import { connectAtStart, freePhone, linkPhone, savePerson, toPlainCode } from "./linking.js";
import { digitsOf } from "./numbers.js";
import { advance, reportReceipts } from "./outbound.js";
import { receiptEvent } from "./payloads.js";
import type { RecordedEntry, RecordedRequest, RecordedWebhook } from "./recorder.js";
import { ban, dropClient, failConnection, interrupt, logOut, refuse, requireClient, sendWhenOnline } from "./session.js";
import { stateOf, type WorldState } from "./state.js";
import type {
  Customer,
  Group,
  Phone,
  ReceiptPolicy,
  Switches,
  WebhookFaults,
  WebhookOutcome,
  WebhookPayload,
  WuzapiUser,
} from "./types.js";
import { addReadyPeople, customerOf, defaultReceipts, defaultSwitches, userByToken } from "./world.js";
import type { World } from "./world.types.js";

const LOGGED_OUT_REASON = 401;
/** `HistorySync.HistorySyncType` of history that a phone sends unasked. */
const RECENT = 3;

/**
 * Controls of the stand-in: phones, customers and faults. `POST /__ctl/<name>` calls the same
 * functions.
 */
export type WuzapiControl = ReturnType<typeof createControl>;

/**
 * The control of a stand-in's state. Every function throws a `Refusal` that names what is missing.
 */
export function createControl(world: World) {
  const userOf = (token: string): WuzapiUser => {
    const user = userByToken(world, token);
    if (user === undefined) throw new Refusal(404, "no user has this token");
    return user;
  };
  return {
    /** Scans the QR code of a user with a phone; without `jid` a free sample phone is used. */
    scan(input: { token: string; jid?: string; pushName?: string }): { number: string } {
      const user = userOf(input.token);
      requireClient(world, user);
      if (user.linked) throw new Refusal(409, "already linked");
      if (user.qrcode === "") throw new Refusal(409, "no QR code is shown yet");
      return linkPhone(world, user, input.jid === undefined ? freePhone(world, user) : numberOf(input.jid), input.pushName);
    },
    /**
     * Types the pairing code on the phone that it was requested for; `code`, when given, must be
     * the right one.
     */
    confirmCode(input: { token: string; code?: string; pushName?: string }): { number: string } {
      const user = userOf(input.token);
      const { pairing } = requireClient(world, user);
      if (pairing === null) throw new Refusal(409, "no pair code was asked for");
      if (input.code !== undefined && toPlainCode(input.code) !== toPlainCode(pairing.code)) throw new Refusal(400, "wrong pair code");
      return linkPhone(world, user, pairing.phone, input.pushName);
    },
    inbound: (input: InboundInput): InboundResult => receive(world, input),
    /**
     * Sends a receipt for any ids, also out of order or for unknown ones, without changing the
     * chats.
     */
    receipt(input: {
      token: string;
      from: string;
      ids: string[];
      state: "Delivered" | "Read" | "ReadSelf";
      group?: string;
    }): Promise<WebhookOutcome> {
      const user = linkedUser(world, input.token);
      const sender = phoneJid(digitsOf(input.from));
      const where = { chat: input.group ?? sender, sender, isGroup: input.group !== undefined, fromMe: input.state === "ReadSelf" };
      return sendWhenOnline(world, user, receiptEvent(where, input.ids, input.state, world.clock.now()));
    },
    /**
     * The customer opens the chat: all messages become read, if that customer sends read receipts
     * or `force` is set.
     */
    async openChat(input: { token: string; from: string; force?: boolean }): Promise<void> {
      const user = linkedUser(world, input.token);
      const customer = customerOf(world, digitsOf(input.from));
      const unread = messagesTo(world, user, customer).filter((message) => message.state !== "read");
      if (unread.length === 0 || !customer.online) return;
      if (!customer.readReceipts && input.force !== true) return;
      for (const message of unread) message.state = "read";
      world.note("read", user.name, customer.phone);
      await reportReceipts(
        world,
        user,
        customer.phone,
        [customer],
        unread.map((message) => message.id),
        "Read",
      );
    },
    receipts(policy: Partial<ReceiptPolicy>): void {
      Object.assign(world.receipts, policy);
    },
    switches(given: Partial<Switches>): void {
      Object.assign(world.switches, given);
    },
    presence(input: { token: string; from: string; state: "online" | "offline" }): Promise<WebhookOutcome> {
      const event = {
        From: phoneJid(digitsOf(input.from)),
        Unavailable: input.state === "offline",
        LastSeen: new Date(world.clock.now()).toISOString(),
      };
      return world.webhooks.send(linkedUser(world, input.token), { type: "Presence", state: input.state, event });
    },
    chatPresence(input: {
      token: string;
      from: string;
      state: "composing" | "paused";
      media?: "" | "audio";
      group?: string;
    }): Promise<WebhookOutcome> {
      const sender = phoneJid(digitsOf(input.from));
      const event = {
        Chat: input.group ?? sender,
        Sender: sender,
        IsFromMe: false,
        IsGroup: input.group !== undefined,
        State: input.state,
        Media: input.media ?? "",
      };
      return world.webhooks.send(linkedUser(world, input.token), { type: "ChatPresence", event });
    },
    call(input: {
      token: string;
      from: string;
      phase: "offer" | "accept" | "terminate";
      id: string;
      media?: "audio" | "video";
      reason?: string;
    }): Promise<WebhookOutcome> {
      const from = phoneJid(digitsOf(input.from));
      const event = {
        From: from,
        Timestamp: new Date(world.clock.now()).toISOString(),
        CallCreator: from,
        CallCreatorAlt: "",
        CallID: input.id,
        GroupJID: "",
      };
      const type = { offer: "CallOffer", accept: "CallAccept", terminate: "CallTerminate" }[input.phase];
      const extra =
        input.phase === "terminate"
          ? { Reason: input.reason ?? "timeout" }
          : { RemotePlatform: "android", RemoteVersion: "2.25", Data: { Tag: input.media ?? "audio" } };
      return sendWhenOnline(world, linkedUser(world, input.token), { type, event: { ...event, ...extra } });
    },
    group: (input: Omit<Group, "jid">): Group => addGroup(world, { ...input, participants: input.participants.map(digitsOf) }),
    history(input: { token: string; conversations: unknown[] }): Promise<WebhookOutcome> {
      return sendWhenOnline(world, linkedUser(world, input.token), historySync(RECENT, input.conversations));
    },
    /** The owner removes the linked device on the phone. */
    loggedOut(input: { token: string; reason?: number }): void {
      logOut(world, linkedUser(world, input.token), input.reason ?? LOGGED_OUT_REASON);
    },
    /**
     * Another client replaces the connection, without a webhook. With `lie` the status still says
     * connected.
     */
    streamReplaced(input: { token: string; lie?: boolean }): void {
      const session = requireClient(world, userOf(input.token));
      session.cancel();
      session.lying = input.lie ?? false;
      if (!session.lying) Object.assign(session, { connected: false, loggedIn: false });
      world.changed();
    },
    connectFailure(input: { token: string; reason?: string }): void {
      failConnection(world, userOf(input.token), input.reason ?? "failed to connect to WhatsApp websocket");
    },
    /** WhatsApp bans the number for so long: TemporaryBan, and again at each login before its end. */
    tempBan: (input: { token: string; expireSeconds?: number }): void =>
      ban(world, linkedUser(world, input.token), input.expireSeconds ?? 3600),
    /** The account of the next phone needs a passkey to link a device. */
    demandPasskey: (input: { token: string }): void => void (userOf(input.token).passkey = true),
    /** WhatsApp refuses each login with this code until it is null. */
    refuseLogins: (input: { token: string; code: number | null }): void => refuse(world, linkedUser(world, input.token), input.code),
    /** WhatsApp interrupts the stream with a code that the client does not know. */
    streamError: (input: { token: string; code: string }): void => interrupt(world, linkedUser(world, input.token), input.code),
    /** Sends any event unchanged. */
    raw: (input: { token: string; body: WebhookPayload }): Promise<WebhookOutcome> => world.webhooks.send(userOf(input.token), input.body),
    fault: (rule: FaultRule): void => world.faults.add(rule),
    clearFaults: (): void => world.faults.clear(),
    /** Replaces the faults of webhooks; `{}` ends them. */
    webhookFaults(faults: WebhookFaults): void {
      for (const key of Object.keys(world.webhookFaults)) Reflect.deleteProperty(world.webhookFaults, key);
      Object.assign(world.webhookFaults, faults);
    },
    /** Adds or changes a customer; one who comes online receives the pending messages. */
    customer(input: { phone: string } & Partial<Omit<Customer, "phone" | "lid">>): Customer {
      const phone = digitsOf(input.phone);
      if (phone.length < 8 || phone.length > 15) throw new Refusal(400, "phone must have 8 to 15 digits");
      const customer = customerOf(world, phone);
      Object.assign(customer, { ...input, phone });
      if (input.online === true) deliverWaiting(world, customer);
      world.changed();
      return customer;
    },
    /** The owner saves a person on the linked phone, by number or by another address. */
    saveContact: (input: { token: string; jid: string; name: string }): void => savePerson(world, linkedUser(world, input.token), input),
    /** Adds a phone of the company. */
    phone(input: Phone): Phone {
      const phone = { number: digitsOf(input.number), name: input.name };
      world.phones.set(phone.number, phone);
      world.changed();
      return phone;
    },
    /** Sets the picture for /user/avatar. */
    avatar(input: { phone: string; base64: string; mime: string }): void {
      world.avatars.set(digitsOf(input.phone), world.files.add(Buffer.from(input.base64, "base64"), input.mime, "avatar").key);
      world.changed();
    },
    /** Makes the media of a message unavailable for download. */
    expireMedia(input: { id: string }): void {
      for (const message of [...world.chats.values()].flat()) {
        const file = message.id === input.id ? world.files.get(message.fileKey) : undefined;
        if (file !== undefined) file.expired = true;
      }
    },
    /**
     * Restarts the server process: running records are read again, and users with `reconnect`
     * connect again.
     */
    restart(): void {
      for (const user of world.users.values()) {
        dropClient(world, user);
        user.live = { ...user.stored };
      }
      connectAtStart(world);
    },
    log: (): readonly RecordedEntry[] => world.recorder.list(),
    requests: (path?: string): RecordedRequest[] =>
      world.recorder.list().flatMap((entry) => (entry.kind === "request" && (path === undefined || entry.path === path) ? [entry] : [])),
    webhookAttempts: (type?: string): RecordedWebhook[] =>
      world.recorder.list().flatMap((entry) => (entry.kind === "webhook" && (type === undefined || entry.type === type) ? [entry] : [])),
    clearLog: (): void => world.recorder.clear(),
    /** Resolves when no webhook attempt is running or waiting. */
    idle: (): Promise<void> => world.webhooks.idle(),
    state: (): WorldState => stateOf(world),
    /** The bytes of a stored file. */
    file(key: string): { bytes: Buffer; mime: string; fileName: string } | null {
      const file = world.files.get(key);
      return file === undefined ? null : { bytes: world.files.read(file), mime: file.mime, fileName: file.fileName };
    },
    /** The facts about a stored file, without reading it. */
    fileInfo(key: string): { mime: string; fileName: string; size: number } | null {
      const file = world.files.get(key);
      return file === undefined ? null : { mime: file.mime, fileName: file.fileName, size: file.size };
    },
    /** Calls `listener` after every change; returns a function that stops it. */
    onChange: (listener: () => void): (() => void) => world.onChange(listener),
    /** Resets everything except the sample people. */
    reset(): void {
      for (const user of world.users.values()) dropClient(world, user);
      for (const map of [
        world.users,
        world.sessions,
        world.phones,
        world.customers,
        world.groups,
        world.chats,
        world.avatars,
        world.waiting,
        world.typing,
      ])
        map.clear();
      world.files.clear();
      world.faults.clear();
      world.recorder.clear();
      world.activity.length = 0;
      Object.assign(world.switches, defaultSwitches());
      Object.assign(world.receipts, defaultReceipts());
      for (const key of Object.keys(world.webhookFaults)) Reflect.deleteProperty(world.webhookFaults, key);
      addReadyPeople(world);
      world.changed();
    },
  };
}

function messagesTo(world: World, user: WuzapiUser, customer: Customer) {
  return (world.chats.get(`${numberOf(user.jid)}|${customer.phone}`) ?? []).filter((message) => message.author === "owner");
}

function deliverWaiting(world: World, customer: Customer): void {
  for (const user of world.users.values()) {
    for (const message of messagesTo(world, user, customer)) if (message.state === "sent") void advance(world, user, message, "delivered");
  }
}

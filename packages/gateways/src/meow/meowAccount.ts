import { randomBytes } from "node:crypto";
import { KEY_COPY_DAYS } from "@balcao/domain/connections";
import { GatewayError, type ConnectionProfile, type SessionHost } from "../port/index.js";
import { idAt, listAt, numberAt, textAt, toObject, type PlainObject } from "../protocol/plainJson.js";
import { refusalOf, type MeowAnswer, type MeowCall, type MeowClient } from "./meowClient.js";
import { MEOW_NEWER_EVENTS } from "./meowStatus.js";

/**
 * The event with a phone's history. Phones send much of it after linking, so it is subscribed to
 * only after history was requested.
 */
export const MEOW_HISTORY = "HistorySync";

/** The webhook events that every user subscribes to. */
export const MEOW_EVENTS = [
  "Message",
  "ReadReceipt",
  "QR",
  "QRTimeout",
  "PairSuccess",
  "PairError",
  "Connected",
  "Disconnected",
  "LoggedOut",
  "ConnectFailure",
  "StreamError",
  "TemporaryBan",
  "ClientOutdated",
  "CallOffer",
  "CallTerminate",
  "ChatPresence",
  "GroupInfo",
  "JoinedGroup",
  "Picture",
  "UndecryptableMessage",
] as const;

/**
 * The connector's stored settings of its WuzAPI user, sealed at rest; empty texts for missing
 * values.
 */
export interface MeowAccountMemory {
  readonly userId: string;
  readonly token: string;
  /** The key that signs this user's webhooks. */
  readonly hmacKey: string;
  /** The address of the number that was linked when the session was last connected. */
  readonly jid: string;
  /** The users that were set aside, each `id@time in milliseconds`, separated by spaces. */
  readonly aside: string;
}

/** Where the host keeps a user that was set aside: deleted with all keys of the session, it becomes a copy of theirs [D-482]. */
const SLOT = { type: "account", id: "user" } as const;
const KEPT_MS = KEY_COPY_DAYS * 24 * 3_600_000;

/** The WuzAPI user of one connection: created once, found again after a crash, kept configured. */
export class MeowAccount {
  #memory: MeowAccountMemory;

  constructor(
    private readonly client: MeowClient,
    private readonly adminToken: string,
    private readonly connection: ConnectionProfile,
    private readonly host: SessionHost,
  ) {
    const { userId = "", token = "", hmacKey = "", jid = "", aside = "" } = connection.account;
    this.#memory = { userId, token, hmacKey, jid, aside };
  }

  get memory(): MeowAccountMemory {
    return this.#memory;
  }

  async remember(changes: Partial<MeowAccountMemory>): Promise<void> {
    this.#memory = { ...this.#memory, ...changes };
    await this.host.remember(changes);
  }

  /** A call with the user's token. Throws GatewayError while there is no account. */
  call(method: MeowCall["method"], path: string, body?: MeowCall["body"], timeoutMs?: number): MeowCall {
    if (this.#memory.token === "") throw new GatewayError("notConnected", "the connection has no WuzAPI user yet");
    return {
      method,
      path,
      key: { token: this.#memory.token },
      ...(body === undefined ? {} : { body }),
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
    };
  }

  /**
   * Creates and configures the user; safe to call again. Keys are stored before they are used, so
   * that after a crash the user is found again and its webhooks can be verified.
   */
  async ensure(): Promise<void> {
    await this.#restore();
    await this.#forgetOld();
    if (this.#memory.token === "" || this.#memory.hmacKey === "") await this.remember({ token: newKey(), hmacKey: newKey() });
    const state = await this.#state();
    if (state === null) await this.#create();
    else if (idOf(state) !== "" && idOf(state) !== this.#memory.userId) await this.remember({ userId: idOf(state) });
    await this.#configure(state);
  }

  /**
   * Leaves the user with its pairing at WuzAPI, disconnected, and forgets it: the next start makes another one. An administrator can
   * restore it like deleted keys, which WuzAPI does not give out. One that was never linked is deleted.
   */
  async setAside(): Promise<void> {
    if (this.#memory.jid === "") await this.#removeUser();
    else {
      const { userId, aside } = this.#memory;
      await this.client.ask(this.call("POST", "/session/disconnect", {})).catch(ifRefused);
      await this.host.keys.write([{ ...SLOT, value: JSON.stringify(this.#memory) }]);
      await this.host.keys.clear("disconnected");
      await this.remember({ aside: `${aside} ${userId}@${Date.now()}`.trim() });
    }
    await this.remember({ userId: "", token: "", hmacKey: "", jid: "" });
  }

  /** Makes the user whose copy an administrator has restored the connection's again. */
  async #restore(): Promise<void> {
    const found = (await this.host.keys.read(SLOT.type, [SLOT.id])).get(SLOT.id);
    if (found === undefined) return;
    const { userId, token, hmacKey, jid } = JSON.parse(found) as MeowAccountMemory;
    await this.#removeUser();
    await this.remember({ userId, token, hmacKey, jid, aside: this.#asideBut((id) => id === userId) });
    await this.host.keys.write([{ ...SLOT, value: null }]);
  }

  /** Deletes the users whose copies cannot be restored any more. */
  async #forgetOld(): Promise<void> {
    const old = this.#aside().filter(({ at }) => new Date(at + KEPT_MS) < new Date());
    for (const { id } of old) await this.#delete(id);
    if (old.length > 0) await this.remember({ aside: this.#asideBut((id) => old.some((each) => each.id === id)) });
  }

  #aside(): { readonly id: string; readonly at: number }[] {
    return this.#memory.aside
      .split(" ")
      .filter(Boolean)
      .map((each) => ({ id: each.slice(0, each.lastIndexOf("@")), at: Number(each.slice(each.lastIndexOf("@") + 1)) }));
  }

  #asideBut(isLeft: (id: string) => boolean): string {
    return this.#aside()
      .filter(({ id }) => !isLeft(id))
      .map(({ id, at }) => `${id}@${at}`)
      .join(" ");
  }

  /** Deletes the user with its pairing and files, and all that were set aside. Succeeds when it is already gone. */
  async remove(): Promise<void> {
    for (const { id } of this.#aside()) await this.#delete(id);
    await this.#removeUser();
  }

  async #removeUser(): Promise<void> {
    if (this.#memory.token === "") return;
    const id = this.#memory.userId || idOf((await this.#users()).find((user) => textAt(user, "token") === this.#memory.token) ?? null);
    if (id !== "") await this.#delete(id);
  }

  async #delete(id: string): Promise<void> {
    const call = this.#admin("DELETE", `/admin/users/${encodeURIComponent(id)}/full`);
    await this.client.ask(call).catch((error: unknown) => {
      if (!(error instanceof GatewayError && error.providerCode === 404)) throw error;
    });
  }

  /** The user's `/session/status`, or null when WuzAPI does not accept the token. */
  async #state(): Promise<PlainObject | null> {
    try {
      return await this.client.askData(this.call("GET", "/session/status"));
    } catch (error) {
      if (error instanceof GatewayError && error.providerCode === 401) return null;
      throw error;
    }
  }

  async #create(): Promise<void> {
    const first = await this.#tryCreate();
    if (first.status !== 409) return this.#takeId(first);
    const users = await this.#users();
    const mine =
      users.find((user) => textAt(user, "token") === this.#memory.token) ??
      users.find((user) => textAt(user, "name") === this.connection.name && textAt(user, "webhook") === this.connection.webhookUrl);
    if (mine !== undefined && textAt(mine, "token") !== "") return this.remember({ userId: idOf(mine), token: textAt(mine, "token") });
    await this.remember({ token: newKey() });
    return this.#takeId(await this.#tryCreate());
  }

  #tryCreate(): Promise<MeowAnswer> {
    const { token, hmacKey } = this.#memory;
    const s3Config = {
      enabled: false,
      endpoint: "",
      region: "",
      bucket: "",
      accessKey: "",
      secretKey: "",
      pathStyle: false,
      publicURL: "",
      mediaDelivery: "base64",
      retentionDays: 0,
    };
    return this.client
      .exchange(
        this.#admin("POST", "/admin/users", {
          name: this.connection.name,
          token,
          webhook: this.connection.webhookUrl,
          events: MEOW_EVENTS.join(","),
          expiration: 0,
          history: 0,
          hmacKey,
          s3Config,
        }),
      )
      .catch((error: unknown) => {
        throw new GatewayError("unreachable", `WuzAPI POST /admin/users: ${error instanceof Error ? error.message : "no answer"}`);
      });
  }

  async #takeId(answer: MeowAnswer): Promise<void> {
    if (answer.status === 401)
      throw new GatewayError("auth", "WuzAPI refuses the admin token: MEOW_ADMIN_TOKEN must be its WUZAPI_ADMIN_TOKEN", {
        providerCode: 401,
      });
    if (answer.status < 200 || answer.status > 299) throw refusalOf(this.#admin("POST", "/admin/users"), answer);
    await this.remember({ userId: idOf(toObject(answer.json?.["data"])) });
  }

  /**
   * Sets delivery and key again: a running WuzAPI does not use those of a new user until each was
   * set by its own call.
   */
  async #configure(state: PlainObject | null): Promise<void> {
    await this.client.ask(this.call("POST", "/session/s3/config", { enabled: false, media_delivery: "base64" }));
    await this.client.ask(this.call("POST", "/session/hmac/config", { hmac_key: this.#memory.hmacKey }));
    if (state !== null && textAt(state, "webhook") !== this.connection.webhookUrl) await this.setWebhook();
  }

  /**
   * Sets the webhook's address and events; always both, because WuzAPI erases the one that is left
   * out.
   */
  async setWebhook(more: readonly string[] = []): Promise<void> {
    const body = { webhookurl: this.connection.webhookUrl, events: [...MEOW_EVENTS, ...MEOW_NEWER_EVENTS, ...more] };
    await this.client.ask(this.call("POST", "/webhook", body));
  }

  async #users(): Promise<PlainObject[]> {
    const answer = await this.client.ask(this.#admin("GET", "/admin/users"));
    return listAt(answer, "data")
      .map(toObject)
      .filter((user) => user !== null);
  }

  #admin(method: MeowCall["method"], path: string, body?: PlainObject): MeowCall {
    return { method, path, key: { admin: this.adminToken }, ...(body === undefined ? {} : { body }) };
  }
}

/** What WuzAPI refuses is passed over: it has no session to end. */
function ifRefused(error: unknown): void {
  if (!(error instanceof GatewayError) || error.kind === "unreachable") throw error;
}

/** 48 hexadecimal characters; WuzAPI requires at least 32 for a signing key. */
function newKey(): string {
  return randomBytes(24).toString("hex");
}

function idOf(user: PlainObject | null): string {
  return idAt(user, "id") || String(numberAt(user, "id") ?? "");
}

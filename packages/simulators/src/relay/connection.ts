import type { BinaryNode, proto } from "@whiskeysockets/baileys";
import type { WebSocket } from "ws";
import { deliverStanza, redeliver } from "./delivery.js";
import { greet } from "./history.js";
import { answerLinking, offerLinking } from "./linking.js";
import { child, element, timestamp } from "./node.js";
import { NoiseServer } from "./noise.js";
import { answerQuestion } from "./questions.js";
import { lidJid, type Account, type Wire, type World } from "./world.js";

const GOODBYE_MS = 20;

/** One client's socket: its encrypted channel and its logged-in account. */
export class RelayConnection implements Wire {
  account: Account | null = null;
  companionKey: Buffer | null = null;
  active = false;
  readonly retired = new Set<string>();
  readonly unacknowledged = new Set<string>();
  waitingLink: (() => void) | null = null;
  silent = false;
  readonly #noise: NoiseServer;

  constructor(
    readonly world: World,
    private readonly socket: WebSocket,
  ) {
    this.#noise = new NoiseServer(world.identity, (bytes) => socket.send(bytes));
    world.logins.open += 1;
    world.logins.most = Math.max(world.logins.most, world.logins.open);
    world.logins.at.push(Date.now());
    let settled = false;
    this.settle = () => {
      if (!settled) world.logins.open -= 1;
      settled = true;
    };
    let chain = Promise.resolve();
    socket.on("message", (data) => {
      chain = chain.then(() => this.#take(Buffer.isBuffer(data) ? data : Buffer.alloc(0))).catch(() => socket.terminate());
    });
    socket.on("close", () => this.#left());
    socket.on("error", () => socket.terminate());
  }

  /** Marks the login as finished. */
  readonly settle: () => void;

  get noiseKey(): Buffer {
    return this.#noise.clientKey;
  }

  send(...nodes: BinaryNode[]): void {
    if (!this.silent && this.socket.readyState === this.socket.OPEN) this.#noise.send(...nodes);
  }

  answer(question: BinaryNode, content?: BinaryNode["content"]): void {
    this.send(
      element("iq", { from: question.attrs["to"] ?? "s.whatsapp.net", id: question.attrs["id"], type: "result", t: timestamp() }, content),
    );
  }

  refuse(question: BinaryNode, code: string, text: string): void {
    const from = question.attrs["to"] ?? "s.whatsapp.net";
    this.send(element("iq", { from, id: question.attrs["id"], type: "error" }, [element("error", { code, text })]));
  }

  end(code: string, reason?: BinaryNode): void {
    this.send(element("stream:error", { code }, reason === undefined ? undefined : [reason]));
    this.#leaveSoon();
  }

  /**
   * Refuses the login with a code of `failure`, then ends the socket; an empty code is a failure
   * without a reason. A ban (402) says what is left of it in seconds (whatsmeow `handleConnectFailure`).
   */
  fail(code: string, expire?: number): void {
    const ban = expire === undefined ? {} : { code: "101", expire: String(expire) };
    this.send(element("failure", { ...(code === "" ? {} : { reason: code }), ...ban, location: "frc" }));
    this.#leaveSoon();
  }

  cut(): void {
    this.#left();
    this.socket.terminate();
  }

  #leaveSoon(): void {
    this.#left();
    setTimeout(() => this.socket.close(), GOODBYE_MS).unref();
  }

  async #take(bytes: Buffer): Promise<void> {
    for (const incoming of await this.#noise.take(bytes)) {
      if (incoming.kind === "login") this.#login(incoming.payload);
      else this.#receive(incoming.node);
    }
  }

  #login(payload: proto.ClientPayload): void {
    if ((payload.userAgent?.appVersion?.tertiary ?? 0) < this.world.oldestVersion.tertiary) return this.fail("405");
    if (payload.devicePairingData) {
      this.settle();
      offerLinking(this);
      return;
    }
    const phone = String(payload.username ?? "");
    const account = this.world.accounts.get(phone);
    const refusal = this.world.refusals.get(phone);
    if (refusal !== undefined) return this.fail(refusal.code, refusal.expire);
    if (!account?.linked || account.device !== payload.device) return this.fail("401");
    account.connection?.end("440", element("conflict", { type: "replaced" }));
    account.connection = this;
    this.account = account;
    this.send(element("success", { t: timestamp(), lid: lidJid(account), props: "1" }));
  }

  #receive(node: BinaryNode): void {
    this.world.received.push({ phone: this.account?.phone ?? "", node, at: Date.now() });
    if (this.silent) return;
    if (this.account === null) return answerLinking(this, node);
    if (node.tag !== "iq") return deliverStanza(this, this.account, node);
    answerQuestion(this, this.account, node);
    if (child(node, "active") !== undefined) this.#activate(this.account);
  }

  /**
   * Starts delivery: first pending stanzas, then the stanza that ends the backlog, without which a
   * client holds its events back.
   */
  #activate(account: Account): void {
    this.active = true;
    this.settle();
    const count = redeliver(account, this);
    this.send(element("ib", {}, [element("offline", { count: String(count) })]));
    greet(account, this);
  }

  #left(): void {
    this.settle();
    this.active = false;
    if (this.account?.connection === this) this.account.connection = null;
    const place = this.world.waiting.indexOf(this);
    if (place >= 0) this.world.waiting.splice(place, 1);
  }
}

import type { InboundInput, MessageKind, WuzapiControl } from "../wuzapi/index.js";
import { TEXTS, type Language, type TextKey } from "./texts/index.js";

/** What a customer does at one step: a message, or something done to the one that was sent `of` steps before. */
type Step = Omit<InboundInput, "token" | "from" | "edit" | "revoke" | "quoted"> & {
  readonly does?: "edit" | "revoke" | "quoted";
  readonly of?: number;
};

const PLACE = { latitude: -23.56142, longitude: -46.65588, name: "Avenida Paulista, 1578" };

/** Ready-made conversations of a customer, in the order in which they are written. */
const SCENES: Readonly<Record<string, readonly Step[]>> = {
  question: [{ text: "Bom dia! 👋" }, { text: "Vocês têm o *modelo azul* no tamanho 42?" }, { kind: "sticker" }],
  order: [
    { text: "Quero fazer um pedido:\n- 2 camisetas _pretas_\n- 1 boné ~vermelho~ azul" },
    { kind: "image", text: "Igual a este", media: { sample: "photo" } },
    { kind: "audio", media: { sample: "voice" } },
    { text: "Entregam neste endereço?" },
    { kind: "location", location: PLACE },
  ],
  mistake: [
    { text: "Meu pedido é o 1024" },
    { does: "edit", of: 1, text: "Meu pedido é o 1042" },
    { text: "Mensagem para outra pessoa" },
    { does: "revoke", of: 1 },
    { does: "quoted", of: 4, text: "É sobre este aqui" },
  ],
  hurry: [{ text: "Oi" }, { text: "Oi???" }, { text: "Tem alguém aí?" }, { text: "*Preciso de ajuda agora*" }, { text: "🙏" }],
};

/**
 * Plays a scene on the customer's phone: each step is one webhook, sent after the one before was
 * accepted or refused. Ends without a word when the number is unlinked meanwhile.
 */
async function playScene(control: WuzapiControl, who: { token: string; from: string }, steps: readonly Step[]): Promise<void> {
  const ids: string[] = [];
  for (const { does, of = 0, ...content } of steps) {
    const target = ids.at(-of) ?? "";
    const { id, attempt } = control.inbound({ ...who, ...content, ...(does !== undefined && { [does]: target }) });
    ids.push(id);
    await attempt;
  }
}

/** The body of an action, read field by field; missing or wrong fields are empty. */
export interface ActionInput {
  text(name: string): string;
  flag(name: string): boolean | undefined;
}

/** Reads an unknown body. */
export function toActionInput(body: unknown): ActionInput {
  const values = new Map<string, unknown>(typeof body === "object" && body !== null ? Object.entries(body) : []);
  return {
    text(name) {
      const value = values.get(name);
      return typeof value === "string" ? value : "";
    },
    flag(name) {
      const value = values.get(name);
      return typeof value === "boolean" ? value : undefined;
    },
  };
}

/** A refusal of the page's own API, with a text for people. */
export class PageRefusal extends Error {
  constructor(
    readonly status: number,
    readonly text: TextKey,
  ) {
    super(text);
  }
}

/** The texts for refusals of the stand-in that a person at the page can cause. */
const REFUSALS: Readonly<Record<string, TextKey>> = {
  "wrong pair code": "refusal.wrongCode",
  "no pair code was asked for": "refusal.noCode",
  "no QR code is shown yet": "refusal.noQr",
  "no session": "refusal.notWaiting",
  "already linked": "refusal.alreadyLinked",
  "this user has no linked number": "refusal.noPhone",
};

/** The sentence for a refusal, or its own words when a person cannot cause it. */
export function toSentence(error: unknown, language: Language): string {
  if (!(error instanceof Error)) return TEXTS[language]["refusal.unknown"];
  const text = error instanceof PageRefusal ? error.text : REFUSALS[error.message];
  return text === undefined ? error.message : TEXTS[language][text];
}

type Action = (control: WuzapiControl, input: ActionInput) => void;

const SHORTEST_NUMBER = 8;
const LONGEST_NUMBER = 15;

/**
 * The actions of the page, by the last segment of `POST /api/<name>`. Webhooks are not awaited, so
 * that the page never waits for the product.
 */
export const ACTIONS: Readonly<Record<string, Action>> = {
  link(control, input) {
    const number = input.text("number");
    control.scan({ token: tokenOf(control, input), ...(number === "" ? {} : { jid: number }) });
  },
  code: (control, input) => void control.confirmCode({ token: tokenOf(control, input), code: input.text("code") }),
  logout: (control, input) => control.loggedOut({ token: tokenOf(control, input) }),
  /** The number loses WhatsApp, as after days without its phone. */
  drop: (control, input) => control.connectFailure({ token: tokenOf(control, input) }),
  send: (control, input) => void control.inbound(toInbound(control, input)),
  react: (control, input) =>
    void control.inbound({ ...placeOf(control, input), react: { id: messageOf(control, input).id, emoji: input.text("emoji") } }),
  edit(control, input) {
    const text = input.text("text").trim();
    if (text === "") throw new PageRefusal(400, "refusal.noText");
    void control.inbound({ ...placeOf(control, input), edit: ownMessageOf(control, input).id, text });
  },
  delete: (control, input) => void control.inbound({ ...placeOf(control, input), revoke: ownMessageOf(control, input).id }),
  scene(control, input) {
    const name = input.text("name");
    const steps = Object.hasOwn(SCENES, name) ? SCENES[name] : undefined;
    if (steps === undefined) throw new PageRefusal(404, "refusal.noScene");
    const user = control.state().users.find((known) => known.id === input.text("user"));
    if (user?.number === "") throw new PageRefusal(409, "refusal.noPhone");
    void playScene(control, { token: tokenOf(control, input), from: input.text("customer") }, steps).catch(() => undefined);
  },
  open: (control, input) =>
    void control.openChat({ token: tokenOf(control, input), from: input.text("customer"), force: input.flag("force") === true }),
  typing: (control, input) =>
    void control.chatPresence({
      token: tokenOf(control, input),
      from: input.text("customer"),
      state: input.flag("typing") === true ? "composing" : "paused",
    }),
  customer(control, input) {
    const digits = input.text("phone").replace(/\D/g, "");
    if (digits.length < SHORTEST_NUMBER || digits.length > LONGEST_NUMBER) throw new PageRefusal(400, "refusal.badNumber");
    const name = input.text("name").trim();
    const online = input.flag("online");
    const readReceipts = input.flag("readReceipts");
    control.customer({
      phone: digits,
      ...(name === "" ? {} : { name }),
      ...(online === undefined ? {} : { online }),
      ...(readReceipts === undefined ? {} : { readReceipts }),
    });
  },
};

function tokenOf(control: WuzapiControl, input: ActionInput): string {
  const user = control.state().users.find((known) => known.id === input.text("user"));
  if (user === undefined) throw new PageRefusal(404, "refusal.noConnection");
  return user.token;
}

/** The chat of an action, and on whose phone it is done. */
function placeOf(control: WuzapiControl, input: ActionInput): Pick<InboundInput, "token" | "from" | "fromMe" | "group"> {
  const group = input.text("group");
  return {
    token: tokenOf(control, input),
    from: input.text("customer"),
    fromMe: input.flag("fromMe") === true,
    ...(group === "" ? {} : { group }),
  };
}

function messageOf(control: WuzapiControl, input: ActionInput) {
  const found = control
    .state()
    .chats.flatMap(({ messages }) => messages)
    .find(({ id }) => id === input.text("message"));
  if (found === undefined || found.revoked) throw new PageRefusal(404, "refusal.noMessage");
  return found;
}

/** A phone edits and deletes only what was written on its own side. */
function ownMessageOf(control: WuzapiControl, input: ActionInput) {
  const message = messageOf(control, input);
  if (message.author !== (input.flag("fromMe") === true ? "owner" : "customer")) throw new PageRefusal(403, "refusal.notYours");
  return message;
}

const READY_PLACE = { latitude: -23.56142, longitude: -46.65588, name: "Avenida Paulista, 1578" };
const READY_CONTACT = {
  name: "Oficina do Zé",
  vcard: "BEGIN:VCARD\nVERSION:3.0\nFN:Oficina do Zé\nTEL;type=CELL;waid=5511955550123:+55 11 95555-0123\nEND:VCARD",
};

/** Content that is ready to be sent, by its name. */
const READY: Readonly<Record<string, Partial<InboundInput>>> = {
  photo: { kind: "image", media: { sample: "photo" } },
  voice: { kind: "audio", ptt: true, media: { sample: "voice" } },
  video: { kind: "video", media: { sample: "video" } },
  document: { kind: "document", media: { sample: "document" } },
  sticker: { kind: "sticker", media: { sample: "sticker" } },
  location: { kind: "location", location: READY_PLACE },
  contact: { kind: "contact", contact: READY_CONTACT },
};

function toInbound(control: WuzapiControl, input: ActionInput): InboundInput {
  const sample = input.text("sample");
  const base64 = input.text("base64");
  const mime = input.text("mime");
  const quoted = input.text("quoted");
  const base = { ...placeOf(control, input), text: input.text("text"), ...(quoted === "" ? {} : { quoted }) };
  const ready = Object.hasOwn(READY, sample) ? READY[sample] : undefined;
  if (ready !== undefined) return { ...base, ...ready };
  if (base64 !== "") return { ...base, kind: kindOf(mime), ptt: false, media: { base64, mime, fileName: input.text("fileName") } };
  if (base.text.trim() === "") throw new PageRefusal(400, "refusal.noText");
  return { ...base, kind: "text" };
}

function kindOf(mime: string): MessageKind {
  if (/^image\/(jpeg|png|webp|gif)$/.test(mime)) return "image";
  if (mime.startsWith("audio/")) return "audio";
  return mime.startsWith("video/") ? "video" : "document";
}

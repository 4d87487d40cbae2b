import type { InboundInput, MessageKind, WuzapiControl } from "../wuzapi/index.js";

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

/** A refusal of the page's own API, with a sentence for people. */
export class PageRefusal extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

/** The sentences for refusals that a person at the page can cause. */
const SENTENCES: Readonly<Record<string, string>> = {
  "wrong pair code": "Este código não é o que o Balcão mostra. Confira e digite de novo.",
  "no pair code was asked for": "O Balcão não pediu código agora. Peça um código novo na tela de conexões.",
  "no QR code is shown yet": "O QR ainda não está na tela. Espere um segundo e tente de novo.",
  "no session": "Esta conexão não espera leitura. Peça um QR novo no Balcão.",
  "already linked": "Esta conexão já tem um celular ligado.",
  "this user has no linked number": "Nenhum celular está ligado a esta conexão.",
};

/** The sentence for a refusal, or its own text when a person cannot cause it. */
export function toSentence(message: string): string {
  return SENTENCES[message] ?? message;
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
  send: (control, input) => void control.inbound(toInbound(tokenOf(control, input), input)),
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
    if (digits.length < SHORTEST_NUMBER || digits.length > LONGEST_NUMBER)
      throw new PageRefusal(400, "Escreva o número com DDI e DDD, só dígitos: 8 a 15.");
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
  if (user === undefined) throw new PageRefusal(404, "Esta conexão não existe mais.");
  return user.token;
}

function toInbound(token: string, input: ActionInput): InboundInput {
  const sample = input.text("sample");
  const base64 = input.text("base64");
  const mime = input.text("mime");
  const quoted = input.text("quoted");
  const group = input.text("group");
  const base = {
    token,
    from: input.text("customer"),
    text: input.text("text"),
    fromMe: input.flag("fromMe") === true,
    ...(quoted === "" ? {} : { quoted }),
    ...(group === "" ? {} : { group }),
  };
  if (sample === "photo") return { ...base, kind: "image", media: { sample } };
  if (sample === "voice") return { ...base, kind: "audio", ptt: true, media: { sample } };
  if (sample === "document") return { ...base, kind: "document", media: { sample } };
  if (base64 !== "") return { ...base, kind: kindOf(mime), ptt: false, media: { base64, mime, fileName: input.text("fileName") } };
  if (base.text.trim() === "") throw new PageRefusal(400, "Escreva uma mensagem.");
  return { ...base, kind: "text" };
}

function kindOf(mime: string): MessageKind {
  if (/^image\/(jpeg|png|webp|gif)$/.test(mime)) return "image";
  if (mime.startsWith("audio/")) return "audio";
  return mime.startsWith("video/") ? "video" : "document";
}

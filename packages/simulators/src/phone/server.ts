import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { listen, foreignCaller, LOOPBACK } from "../listen.js";
import type { ChatMessage, WorldState, WuzapiControl } from "../wuzapi/index.js";
import { ACTIONS, PageRefusal, toActionInput, toSentence } from "./actions.js";
import { toLanguage, toTextsModule, type Language } from "./texts/index.js";

const SCRIPT = "text/javascript; charset=utf-8";
const PAGE_FOLDER = new URL("../../page/", import.meta.url);
const PAGE_FILES: Readonly<Record<string, readonly [file: string, type: string]>> = {
  "/": ["index.html", "text/html; charset=utf-8"],
  ...Object.fromEntries(
    [
      "app.js",
      "ask.js",
      "chat.js",
      "compose.js",
      "dom.js",
      "format.js",
      "icons.js",
      "lists.js",
      "pageState.js",
      "phoneFrame.js",
      "text.js",
      "words.js",
    ].map((file) => [`/${file}`, [file, SCRIPT]]),
  ),
  ...Object.fromEntries(
    ["tokens.css", "dialogs.css", "bar.css", "panes.css", "screen.css", "messages.css", "connections.css", "narrow.css"].map((file) => [
      `/${file}`,
      [file, "text/css; charset=utf-8"],
    ]),
  ),
};
const SECURITY_HEADERS = {
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; media-src 'self' blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cache-control": "no-store",
};
const BODY_LIMIT_BYTES = 40 * 1024 * 1024;
const CHANGE_DELAY_MS = 30;
const HEARTBEAT_MS = 15_000;
const SHOWN_INLINE = /^(image\/(png|jpeg|webp|gif)|audio\/|video\/)/;

/** The running page. */
export interface RunningPhone {
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
}

/** Serves the phone page of a stand-in on 127.0.0.1. Rejects when the port is taken. */
export async function startPhone(options: { readonly control: WuzapiControl; readonly port?: number }): Promise<RunningPhone> {
  const { control } = options;
  const live = new Set<ServerResponse>();
  const server = createServer((request, response) => void respond(control, live, request, response));
  const port = await listen(server, options.port ?? 0);
  let waiting: NodeJS.Timeout | null = null;
  const stopListening = control.onChange(() => {
    waiting ??= setTimeout(() => {
      waiting = null;
      for (const response of live) sendState(control, response);
    }, CHANGE_DELAY_MS);
  });
  const heartbeat = setInterval(() => {
    for (const response of live) response.write(":\n\n");
  }, HEARTBEAT_MS);
  return {
    url: `http://${LOOPBACK}:${port}`,
    port,
    async close() {
      stopListening();
      clearInterval(heartbeat);
      if (waiting !== null) clearTimeout(waiting);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The state for the page's lists; messages are loaded with their chat. */
function toPageState(state: WorldState) {
  return {
    users: state.users.map(({ token: _secret, ...user }) => user),
    phones: state.phones.map((phone) => ({ ...phone, linkedTo: state.users.find((user) => user.token === phone.linkedTo)?.id ?? "" })),
    customers: state.customers.map(({ phone, name, online, readReceipts }) => ({ phone, name, online, readReceipts })),
    groups: state.groups,
    chats: state.chats.map(({ messages, ...chat }) => {
      const last = messages.at(-1);
      return {
        ...chat,
        unread: messages.filter((message) => message.author === "owner" && message.state !== "read").length,
        last:
          last === undefined
            ? null
            : {
                text: last.revoked ? "" : last.text,
                kind: last.kind,
                at: last.at,
                author: last.author,
                revoked: last.revoked,
                seconds: last.seconds,
              },
      };
    }),
    activity: state.activity.slice(-30).reverse(),
  };
}

/** The messages of one chat, each with its file and its quoted message. */
function toPageChat(control: WuzapiControl, number: string, chat: string) {
  const messages = control.state().chats.find((known) => known.number === number && known.chat === chat)?.messages ?? [];
  const byId = new Map(messages.map((message) => [message.id, message]));
  return messages.map((message) => ({
    id: message.id,
    from: message.author,
    kind: message.kind,
    text: message.text,
    at: message.at,
    ticks: message.state,
    edited: message.edited,
    revoked: message.revoked,
    forwarded: message.forwarded,
    seconds: message.seconds,
    ptt: message.ptt,
    options: message.options,
    location: message.location,
    contact: message.contact?.name ?? "",
    reactions: message.reactions.map((reaction) => reaction.emoji),
    file: toPageFile(control, message),
    quoted: toQuote(byId.get(message.quotedId)),
  }));
}

function toPageFile(control: WuzapiControl, message: ChatMessage) {
  const file = message.fileKey === "" ? null : control.fileInfo(message.fileKey);
  return file === null ? null : { key: message.fileKey, mime: file.mime, name: file.fileName, size: file.size };
}

function toQuote(message: ChatMessage | undefined) {
  return message === undefined ? null : { from: message.author, text: message.text, kind: message.kind };
}

function sendState(control: WuzapiControl, response: ServerResponse): void {
  response.write(`data: ${JSON.stringify(toPageState(control.state()))}\n\n`);
}

async function respond(
  control: WuzapiControl,
  live: Set<ServerResponse>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const stranger = foreignCaller(request);
  if (stranger !== null) return sendJson(response, { error: stranger }, 403);
  const language = toLanguage(request.headers["accept-language"]);
  try {
    const url = new URL(request.url ?? "/", `http://${LOOPBACK}`);
    if (request.method === "POST") return sendJson(response, await runAction(control, url.pathname, request));
    if (request.method !== "GET") throw new PageRefusal(405, "refusal.method");
    if (url.pathname === "/api/events") return openEvents(control, live, response);
    if (url.pathname === "/api/chat")
      return sendJson(response, toPageChat(control, url.searchParams.get("number") ?? "", url.searchParams.get("chat") ?? ""));
    if (url.pathname.startsWith("/api/files/")) return sendFile(control, response, url.pathname.slice("/api/files/".length));
    sendPage(response, url.pathname, language);
  } catch (error) {
    if (response.headersSent) return;
    const status = error instanceof Error && "status" in error && typeof error.status === "number" ? error.status : 500;
    sendJson(response, { error: toSentence(error, language) }, status);
  }
}

async function runAction(control: WuzapiControl, path: string, request: IncomingMessage): Promise<unknown> {
  const name = path.slice("/api/".length);
  const action = path.startsWith("/api/") && Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
  if (action === undefined) throw new PageRefusal(404, "refusal.noAction");
  // A form of another site can post text, but not JSON.
  if (request.headers["content-type"] !== "application/json") throw new PageRefusal(415, "refusal.onlyJson");
  action(control, toActionInput(await readJson(request)));
  return { done: true };
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    if (!Buffer.isBuffer(chunk)) continue;
    size += chunk.length;
    if (size > BODY_LIMIT_BYTES) throw new PageRefusal(413, "refusal.tooLarge");
    chunks.push(chunk);
  }
  try {
    const value: unknown = JSON.parse(Buffer.concat(chunks).toString("utf8"));
    return value;
  } catch {
    throw new PageRefusal(400, "refusal.notJson");
  }
}

function openEvents(control: WuzapiControl, live: Set<ServerResponse>, response: ServerResponse): void {
  response.writeHead(200, { ...SECURITY_HEADERS, "content-type": "text/event-stream" });
  live.add(response);
  response.on("close", () => live.delete(response));
  sendState(control, response);
}

function sendJson(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { ...SECURITY_HEADERS, "content-type": "application/json" });
  response.end(JSON.stringify(body));
}

function sendFile(control: WuzapiControl, response: ServerResponse, key: string): void {
  const file = control.file(key);
  if (file === null) throw new PageRefusal(404, "refusal.noFile");
  const inline = SHOWN_INLINE.test(file.mime);
  response.writeHead(200, {
    ...SECURITY_HEADERS,
    "content-security-policy": "default-src 'none'; sandbox",
    "content-type": inline ? file.mime : "application/octet-stream",
    "content-length": file.bytes.length,
    "content-disposition": `${inline ? "inline" : "attachment"}; filename*=UTF-8''${encodeURIComponent(file.fileName || "arquivo")}`,
  });
  response.end(file.bytes);
}

function sendPage(response: ServerResponse, path: string, language: Language): void {
  if (path === "/texts.js") {
    response.writeHead(200, { ...SECURITY_HEADERS, "content-type": SCRIPT });
    response.end(toTextsModule(language));
    return;
  }
  const found = Object.hasOwn(PAGE_FILES, path) ? PAGE_FILES[path] : undefined;
  if (found === undefined) throw new PageRefusal(404, "refusal.noPage");
  response.writeHead(200, { ...SECURITY_HEADERS, "content-type": found[1] });
  response.end(readFileSync(new URL(found[0], PAGE_FOLDER)));
}

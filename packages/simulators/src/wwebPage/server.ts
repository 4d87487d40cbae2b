import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { listen, LOOPBACK } from "../listen.js";
import { Network } from "./network.js";
import type { PageAsk, PageEvent } from "./types.js";

const PAGE_FOLDER = new URL("../../wweb/", import.meta.url);
const PAGE_FILES = ["models.js", "network.js", "media.js", "modules.js", "main.js"];
const PAGE_ORIGIN = "https://web.whatsapp.com";
const BODY_LIMIT_BYTES = 120 * 1024 * 1024;

export interface RunningWwebPage {
  readonly url: string;
  readonly port: number;
  /** The saved page: `<folder>/<version>.html`. */
  readonly folder: string;
  readonly version: string;
  readonly network: Network;
  /** Arguments of Chromium with which a page of another origin can reach this address. */
  readonly browserArgs: readonly string[];
  /** The number of open pages. */
  pages(): number;
  /** Sends an event to every open page. */
  broadcast(event: PageEvent): void;
  close(): Promise<void>;
}

/**
 * A stand-in for WhatsApp Web: a page for whatsapp-web.js's own local cache, and its servers and
 * phone. `codeMs` is how long a code is valid.
 */
export async function startWwebPage({ codeMs = 20_000 }: { readonly codeMs?: number } = {}): Promise<RunningWwebPage> {
  const open = new Map<ServerResponse, string>();
  const send = (device: string | null, event: PageEvent): void => {
    for (const [response, each] of open) {
      const isMeant = device === null ? network.linked.has(each) : each === device;
      if (isMeant) response.write(`data: ${JSON.stringify(event)}\n\n`);
    }
  };
  const network = new Network(send);
  const server = createServer((request, response) => {
    void answer({ network, open, codeMs, origin: url }, request, response).catch(() => response.writeHead(500).end());
  });
  const port = await listen(server, 0);
  const url = `http://${LOOPBACK}:${port}`;
  const folder = await mkdtemp(path.join(tmpdir(), "wweb-page-"));
  const version = "2.3000.1017054665";
  await writeFile(path.join(folder, `${version}.html`), pageHtml(url));
  return {
    url,
    port,
    folder,
    version,
    network,
    browserArgs: ["--disable-features=LocalNetworkAccessChecks", `--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE ${LOOPBACK}`],
    pages: () => open.size,
    broadcast: (event) => {
      for (const response of open.keys()) response.write(`data: ${JSON.stringify(event)}\n\n`);
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function pageHtml(origin: string): string {
  const scripts = PAGE_FILES.map((name) => readFileSync(new URL(name, PAGE_FOLDER), "utf8"));
  const [models = "", ...others] = scripts;
  const start = `window.sim.origin = ${JSON.stringify(origin)};`;
  return `<!doctype html><html><head><title>WhatsApp</title></head><body>${[models, start, ...others].map((script) => `<script>${script}</script>`).join("")}</body></html>`;
}

interface Surroundings {
  readonly network: Network;
  readonly open: Map<ServerResponse, string>;
  readonly codeMs: number;
  readonly origin: string;
}

async function answer(around: Surroundings, request: IncomingMessage, response: ServerResponse): Promise<void> {
  response.setHeader("access-control-allow-origin", PAGE_ORIGIN);
  response.setHeader("access-control-allow-headers", "*");
  const { pathname, searchParams } = new URL(request.url ?? "/", around.origin);
  if (request.method === "OPTIONS") return void response.end();
  if (pathname === "/events") return stream(around, searchParams.get("device") ?? "", response);
  if (pathname.startsWith("/media/")) return sendFile(around.network, pathname, searchParams, response);
  if (pathname.startsWith("/pictures/")) return sendPicture(around.network, pathname, response);
  const body = await readBody(request);
  if (pathname === "/upload") return sendJson(response, around.network.store(body));
  const question: unknown = JSON.parse(body.toString("utf8"));
  if (!isRecord(question)) return void response.writeHead(400).end();
  if (pathname === "/send") return takeSend(around.network, question, response);
  sendJson(response, reply(around, pathname, question));
}

function stream({ open }: Surroundings, device: string, response: ServerResponse): void {
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
  response.write(":\n\n");
  open.set(response, device);
  response.on("close", () => open.delete(response));
}

function reply({ network, codeMs, origin }: Surroundings, pathname: string, question: Readonly<Record<string, unknown>>): object {
  const text = (name: string): string => (typeof question[name] === "string" ? question[name] : "");
  const noted = (what: PageAsk["what"]): object => {
    network.asks.push({ what, question });
    return {};
  };
  switch (pathname) {
    case "/boot":
      network.available ||= network.linked.has(text("device"));
      return {
        linked: network.linked.has(text("device")),
        me: network.me,
        lids: network.lids,
        codeMs,
        fault: network.bootFault,
        messages: network.linked.has(text("device")) ? network.messages : [],
        groups: [...network.groups.values()],
        contacts: [...network.contacts.values()],
      };
    case "/ref":
      return { ref: network.nextRef(text("device")) };
    case "/pairCode":
      return { code: network.pairCode(text("device")) };
    case "/logout":
      network.linked.delete(text("device"));
      return {};
    case "/exists":
      return { wid: network.resolve(text("wid")) };
    case "/picture":
      return { eurl: network.pictures.has(text("wid")) ? `${origin}/pictures/${text("wid")}` : null };
    case "/edit":
      network.edit(text("id"), text("text"), true);
      return {};
    case "/revoke":
      network.revoke(text("id"), true);
      return {};
    case "/seen":
      return noted("seen");
    case "/chatState":
      return noted("chatState");
    case "/presence":
      network.available = question["type"] !== "unavailable";
      return noted("presence");
    case "/react":
      return noted("react");
    case "/stanza":
      return noted("stanza");
    default:
      throw new Error(`the page asked for ${pathname}`);
  }
}

function takeSend(network: Network, question: Readonly<Record<string, unknown>>, response: ServerResponse): void {
  const { message } = question;
  if (!isRecord(message)) return void response.writeHead(400).end();
  const fault = network.faults.shift();
  if (fault === undefined) {
    if (!network.take(message)) return void response.writeHead(404).end();
    sendJson(response, { ack: 1 });
    return;
  }
  if (fault.taken) network.take(message);
  if (fault.answer === "refuse") response.writeHead(406).end();
  fault.then?.();
}

/** Sends a file only to a request with its key and hash. */
function sendFile(network: Network, pathname: string, search: URLSearchParams, response: ServerResponse): void {
  const file = network.files.get(pathname.replace("/media/", ""));
  if (file === undefined || file.mediaKey !== search.get("mediaKey") || file.filehash !== search.get("filehash")) {
    response.writeHead(404).end();
    return;
  }
  response.end(file.bytes);
}

function sendPicture(network: Network, pathname: string, response: ServerResponse): void {
  const picture = network.pictures.get(decodeURIComponent(pathname.replace("/pictures/", "")));
  if (picture === undefined) return void response.writeHead(404).end();
  response.writeHead(200, { "content-type": picture.mime }).end(picture.bytes);
}

function sendJson(response: ServerResponse, value: object): void {
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(value));
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request) {
    if (!Buffer.isBuffer(part)) continue;
    size += part.length;
    if (size > BODY_LIMIT_BYTES) throw new Error("too large");
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { listen, LOOPBACK } from "../listen.js";

/** What the bot says in one step; without `input` its flow ends there. */
export interface TypebotStep {
  readonly messages: readonly unknown[];
  readonly input?: unknown;
  /** What a browser would do besides, such as opening an address. */
  readonly clientSideActions?: readonly unknown[];
}

/** A file of the bot's media library. */
interface HostedFile {
  readonly type: string;
  readonly body: Buffer;
  /** Where the file has moved to. */
  readonly movedTo?: string;
}

/** How the bot misbehaves: it never answers, answers 500, or answers the page of a proxy. */
type TypebotFault = "nothing" | "errors" | "html";

export interface RunningTypebot {
  readonly url: string;
  /** What customers said, in order; `start` for each new session. */
  readonly said: string[];
  /** The flow of new sessions; the last step repeats where `repeats` is true. */
  play(steps: readonly TypebotStep[], repeats?: boolean): void;
  misbehave(fault: TypebotFault | null): void;
  /** Puts a file into the media library. Returns its address. */
  host(name: string, file: HostedFile): string;
  /** Forgets every session, as after their time is over. */
  expire(): void;
  close(): Promise<void>;
}

/** Starts a stand-in of Typebot's chat API: startChat and continueChat of published bots, on loopback. */
export async function startTypebot(publicId: string): Promise<RunningTypebot> {
  const sessions = new Map<string, number>();
  const said: string[] = [];
  const files = new Map<string, HostedFile>();
  let steps: readonly TypebotStep[] = [];
  let isRepeating = false;
  let fault: TypebotFault | null = null;

  const stepAt = (at: number): TypebotStep => steps[isRepeating ? Math.min(at, steps.length - 1) : at] ?? { messages: [] };
  const answer = (path: string, body: unknown): { status: number; json: object } => {
    const [, bot] = /^\/api\/v1\/typebots\/([^/]+)\/startChat$/.exec(path) ?? [];
    if (bot !== undefined) {
      if (decodeURIComponent(bot) !== publicId) return { status: 404, json: { message: "Typebot not found", code: "NOT_FOUND" } };
      const sessionId = randomUUID();
      sessions.set(sessionId, 0);
      said.push("start");
      return { status: 200, json: { sessionId, resultId: randomUUID(), typebot: { id: publicId, theme: {}, settings: {} }, ...stepAt(0) } };
    }
    const [, sessionId = ""] = /^\/api\/v1\/sessions\/([^/]+)\/continueChat$/.exec(path) ?? [];
    const at = sessions.get(sessionId);
    if (at === undefined) return { status: 404, json: { message: "Session not found.", code: "NOT_FOUND" } };
    const text = textOf(body);
    if (text === null) return { status: 400, json: { message: "Input validation failed", code: "BAD_REQUEST" } };
    said.push(text);
    sessions.set(sessionId, at + 1);
    return { status: 200, json: stepAt(at + 1) };
  };

  const server = createServer((request, response) => {
    if (fault === "nothing") return;
    if (fault === "errors") return write(response, 500, JSON.stringify({ message: "Internal server error" }));
    if (fault === "html") return write(response, 200, "<html><body>Bad gateway</body></html>");
    const file = files.get(request.url ?? "");
    if (file) return writeFile(response, file);
    readJson(request)
      .then((body) => {
        const { status, json } = request.method === "POST" ? answer(request.url ?? "", body) : { status: 405, json: {} };
        write(response, status, JSON.stringify(json));
      })
      .catch(() => write(response, 400, "{}"));
  });
  const port = await listen(server, 0);
  return {
    url: `http://${LOOPBACK}:${port}`,
    said,
    play: (next, repeats = false) => {
      steps = next;
      isRepeating = repeats;
    },
    misbehave: (next) => {
      fault = next;
    },
    host: (name, file) => {
      files.set(`/public/${name}`, file);
      return `http://${LOOPBACK}:${port}/public/${name}`;
    },
    expire: () => sessions.clear(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function writeFile(response: ServerResponse, { type, body, movedTo }: HostedFile): void {
  if (movedTo !== undefined) response.writeHead(302, { location: movedTo }).end();
  else response.writeHead(200, { "content-type": type, "content-length": body.length }).end(body);
}

function write(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { "content-type": body.startsWith("<") ? "text/html" : "application/json" }).end(body);
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  let text = "";
  for await (const chunk of request) text += Buffer.from(chunk as Uint8Array).toString("utf8");
  return JSON.parse(text);
}

/** The text of a reply: `{message: {type: "text", text}}`; null for anything else. */
function textOf(body: unknown): string | null {
  const message = typeof body === "object" && body !== null && "message" in body ? body.message : null;
  if (typeof message !== "object" || message === null || !("type" in message) || message.type !== "text") return null;
  return "text" in message && typeof message.text === "string" ? message.text : null;
}

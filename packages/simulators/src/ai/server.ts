import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import { listen, LOOPBACK } from "../listen.js";
import {
  answerCompletion,
  answerTranscription,
  refusal,
  type AiAnswer,
  type AiServerSettings,
  type AskedCompletion,
  type AskedSound,
} from "./answers.js";
import { randomUUID } from "node:crypto";

/**
 * How a stream goes wrong after its first part: the connection breaks, it ends without its end, or
 * nothing follows; or the server answers the whole as JSON.
 */
type StreamFault = "cut" | "early" | "endless" | "whole";

interface Streamed {
  readonly model: string;
  readonly text: string;
  readonly fault: StreamFault | null;
  /** Resolves when the parts after the first one may follow. */
  readonly held: () => Promise<void> | null;
}

/** Answers a completion as OpenAI's API streams it: a chunk per word, the reason of the end, `[DONE]`. */
async function streamCompletion(response: ServerResponse, { model, text, fault, held }: Streamed): Promise<void> {
  const id = `chatcmpl-${randomUUID()}`;
  const toEvent = (delta: object, finish: string | null = null): string => {
    const choices = [{ index: 0, delta, logprobs: null, finish_reason: finish }];
    return `data: ${JSON.stringify({ id, object: "chat.completion.chunk", created: 1, model, choices })}\n\n`;
  };
  response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
  response.write(toEvent({ role: "assistant", content: "", refusal: null }));
  const [first = "", ...others] = text.split(/(?<= )/);
  // A connection that is broken before its bytes were sent would lose them.
  await new Promise((resolve) => response.write(toEvent({ content: first }), resolve));
  await held();
  if (fault === "cut") return void response.destroy();
  if (fault === "early") return void response.end();
  if (fault === "endless") return;
  for (const content of others) response.write(toEvent({ content }));
  response.end(`${toEvent({}, "stop")}data: [DONE]\n\n`);
}

/** How the server misbehaves: it never answers, sends half an answer, the page of a proxy, a redirect, a status, or half a stream. */
export type AiServerFault = "silent" | "half" | "html" | "redirect" | "nothing" | number | StreamFault;

const STREAM_FAULTS: readonly unknown[] = ["cut", "early", "endless", "whole"] satisfies readonly StreamFault[];
const isStreamFault = (fault: AiServerFault | null): fault is StreamFault => STREAM_FAULTS.includes(fault);

export interface RunningAiServer {
  /** The base address with its version. */
  readonly url: string;
  /** What came, refused requests left out. */
  readonly prompts: readonly AskedCompletion[];
  readonly sounds: readonly AskedSound[];
  /** How many requests came, refused ones included. */
  calls(): number;
  /** What it answers from now on; null for its own words. */
  say(text: string | null): void;
  misbehave(fault: AiServerFault | null): void;
  /** Keeps answers back until the returned function is called. */
  hold(): () => void;
  /** Keeps back what follows the first part of a stream; `POST /control/hold` and `/control/release` do the same. */
  holdParts(): () => void;
  close(): Promise<void>;
}

/** Starts a stand-in of OpenAI's API on loopback: chat completions and audio transcriptions. */
export async function startAiServer(settings: AiServerSettings, port = 0): Promise<RunningAiServer> {
  const prompts: AskedCompletion[] = [];
  const sounds: AskedSound[] = [];
  let calls = 0;
  let words: string | null = null;
  let fault: AiServerFault | null = null;
  const answers = createGate();
  const parts = createGate();

  const answer = async (request: IncomingMessage, body: Buffer): Promise<AiAnswer> => {
    if (request.headers.authorization !== `Bearer ${settings.key}`) return refusal(401, "invalid_api_key", "Incorrect API key provided.");
    if (request.method !== "POST") return refusal(405, null, "Not allowed.");
    if (request.url === "/v1/chat/completions")
      return answerCompletion(settings, body, { words, note: (asked) => void prompts.push(asked) });
    if (request.url === "/v1/audio/transcriptions") {
      const type = request.headers["content-type"] ?? "";
      return answerTranscription(settings, { body, type }, { words, note: (asked) => void sounds.push(asked) });
    }
    return refusal(404, null, `Invalid URL (POST ${request.url ?? ""})`);
  };
  const reply = async (request: IncomingMessage, response: ServerResponse, body: Buffer): Promise<void> => {
    await answers.open();
    if (fault !== null && !isStreamFault(fault)) return misanswer(response, fault);
    const { status, json, streamed } = await answer(request, body);
    if (streamed !== undefined && fault !== "whole")
      return streamCompletion(response, { model: settings.model, text: streamed, fault, held: parts.open });
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(json));
  };
  const controls: Readonly<Record<string, () => void>> = { "/control/hold": () => void parts.close(), "/control/release": parts.release };
  const server = createServer((request, response) => {
    const control = controls[request.url ?? ""];
    if (control) {
      control();
      return void response.end();
    }
    calls += 1;
    if (fault === "silent") return;
    readBody(request)
      .then((body) => reply(request, response, body))
      .catch(() => response.destroy());
  });
  const url = `http://${LOOPBACK}:${await listen(server, port)}/v1`;
  return {
    url,
    prompts,
    sounds,
    calls: () => calls,
    say: (text) => {
      words = text;
    },
    misbehave: (next) => {
      fault = next;
    },
    hold: answers.close,
    holdParts: parts.close,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A gate that is open until it is closed; `open` resolves while it is. */
function createGate(): { readonly open: () => Promise<void> | null; readonly close: () => () => void; readonly release: () => void } {
  let waiting: Promise<void> | null = null;
  let resolve = (): void => undefined;
  const release = (): void => {
    waiting = null;
    resolve();
  };
  return {
    open: () => waiting,
    close: () => {
      waiting = new Promise((done) => (resolve = done));
      return release;
    },
    release,
  };
}

function misanswer(response: ServerResponse, fault: Exclude<AiServerFault, StreamFault>): void {
  const json = { "content-type": "application/json" };
  switch (fault) {
    case "silent":
      return;
    case "half":
      response.writeHead(200, json).write('{"choices": [{"message": {"content": "Ha');
      return void response.destroy();
    case "html":
      return void response.writeHead(200, { "content-type": "text/html" }).end("<html><body>Bad gateway</body></html>");
    case "redirect":
      return void response.writeHead(307, { location: "http://169.254.169.254/v1/chat/completions" }).end();
    case "nothing":
      return void response.writeHead(200, json).end(JSON.stringify({ object: "chat.completion", choices: [] }));
    default: {
      const { status, json: body } = refusal(fault, fault === 429 ? "rate_limit_exceeded" : null, "Refused by the test.");
      return void response.writeHead(status, json).end(JSON.stringify(body));
    }
  }
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) if (Buffer.isBuffer(chunk)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { listen } from "../listen.js";
import { LOOPBACK } from "../loopback.js";
import {
  answerCompletion,
  answerTranscription,
  refusal,
  type AiAnswer,
  type AiServerSettings,
  type AskedCompletion,
  type AskedSound,
} from "./answers.js";

/** How the server misbehaves: it never answers, sends half an answer, the page of a proxy, a redirect, or a status. */
export type AiServerFault = "silent" | "half" | "html" | "redirect" | "nothing" | number;

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
  close(): Promise<void>;
}

/** Starts a stand-in of OpenAI's API on loopback: chat completions and audio transcriptions. */
export async function startAiServer(settings: AiServerSettings, port = 0): Promise<RunningAiServer> {
  const prompts: AskedCompletion[] = [];
  const sounds: AskedSound[] = [];
  let calls = 0;
  let words: string | null = null;
  let fault: AiServerFault | null = null;
  let held: Promise<void> | null = null;

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
  const server = createServer((request, response) => {
    calls += 1;
    if (fault === "silent") return;
    readBody(request)
      .then(async (body) => {
        await held;
        if (fault !== null) return misanswer(response, fault);
        const { status, json } = await answer(request, body);
        response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(json));
      })
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
    hold: () => {
      let release = (): void => undefined;
      held = new Promise((resolve) => (release = resolve));
      return () => {
        held = null;
        release();
      };
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function misanswer(response: ServerResponse, fault: AiServerFault): void {
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

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { listen, foreignCaller, LOOPBACK } from "../listen.js";
import { createPushBoard, type PushBoard } from "./board.js";

/** How the service answers pushes: as documented, with a status, with a redirect, or with 10 MB. */
type PushAnswer = "accept" | "redirect" | "huge" | number;

export interface RunningPushService extends Pick<PushBoard, "received" | "faults" | "subscribe"> {
  readonly url: string;
  /** How many pushes came, refused ones included. */
  calls(): number;
  /** How it answers from now on; `retryAfter` in seconds. */
  answer(next: PushAnswer, retryAfter?: number): void;
  close(): Promise<void>;
}

const HUGE = 10 * 1024 * 1024;

/**
 * Starts a stand-in of a push service (RFC 8030) on loopback. It verifies each push by RFC 8292 and
 * decrypts it by RFC 8291, in place of the browser; `GET /received` and `POST /subscribe` are for
 * tests.
 */
export async function startPushService(port = 0): Promise<RunningPushService> {
  let planned: { readonly answer: PushAnswer; readonly retryAfter: number | undefined } = { answer: "accept", retryAfter: undefined };
  let calls = 0;
  const answerPush = (request: IncomingMessage, response: ServerResponse, body: Buffer): void => {
    calls += 1;
    const { answer, retryAfter } = planned;
    if (answer === "redirect") return void response.writeHead(302, { location: "http://169.254.169.254/latest" }).end();
    if (answer === "huge") return void response.writeHead(201).end(Buffer.alloc(HUGE, 32));
    const wait = retryAfter === undefined ? {} : { "retry-after": String(retryAfter) };
    response.writeHead(answer === "accept" ? board.accept(request, body) : answer, wait).end();
  };
  const answer = (request: IncomingMessage, response: ServerResponse, body: Buffer): void => {
    const { received, faults, subscribe } = board;
    if (foreignCaller(request) !== null) return void response.writeHead(403).end();
    if (request.method === "GET" && request.url === "/received") return void response.end(JSON.stringify({ received, faults }));
    if (request.method !== "POST") return void response.writeHead(405).end();
    if (request.url === "/subscribe") return void response.end(JSON.stringify(subscribe(body.toString("utf8"))));
    return answerPush(request, response, body);
  };
  const server = createServer((request, response) => {
    readBody(request)
      .then((body) => answer(request, response, body))
      .catch(() => response.writeHead(400).end());
  });
  const url = `http://${LOOPBACK}:${await listen(server, port)}`;
  const board = createPushBoard(url);
  return {
    url,
    received: board.received,
    faults: board.faults,
    subscribe: board.subscribe,
    calls: () => calls,
    answer: (next, retryAfter) => {
      planned = { answer: next, retryAfter };
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) if (Buffer.isBuffer(chunk)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

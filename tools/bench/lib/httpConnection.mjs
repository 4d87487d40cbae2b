import net from "node:net";
import { once } from "node:events";

const HEAD_END = Buffer.from("\r\n\r\n");

/**
 * One keep-alive connection that sends a request at a time. It does only what a measurement needs, so that the generator uses
 * little of the measured machine.
 */
export async function openConnection(port) {
  const socket = net.connect({ port, host: "127.0.0.1", noDelay: true });
  await once(socket, "connect");
  let received = [];
  let size = 0;
  let awaited = null;

  const settle = (outcome, value) => {
    const { [outcome]: finish } = awaited;
    awaited = null;
    received = [];
    size = 0;
    finish(value);
  };
  socket.on("data", (chunk) => {
    received.push(chunk);
    size += chunk.length;
    if (awaited === null || size < awaited.wanted) return;
    const whole = received.length === 1 ? received[0] : Buffer.concat(received);
    received = [whole];
    const answer = readAnswer(whole);
    if (answer.body) settle("resolve", answer);
    else awaited.wanted = answer.wanted;
  });
  socket.on("error", (error) => awaited && settle("reject", error));
  socket.on("close", () => awaited && settle("reject", new Error("the server closed the connection")));

  return {
    /** Sends a complete request and resolves with `{ status, headers, body }`. */
    send: (request) =>
      new Promise((resolve, reject) => {
        if (socket.destroyed) return reject(new Error("the server has closed the connection"));
        awaited = { resolve, reject, wanted: 0 };
        return socket.write(request);
      }),
    close: () => socket.destroy(),
  };
}

/** The answer in these bytes, or how many bytes it needs at least. */
function readAnswer(bytes) {
  const end = bytes.indexOf(HEAD_END);
  if (end < 0) return { wanted: bytes.length + 1 };
  const headers = bytes.latin1Slice(0, end);
  const begin = end + HEAD_END.length;
  const length = /content-length: (\d+)/i.exec(headers);
  const status = Number(headers.slice(9, 12));
  if (length) {
    const wanted = begin + Number(length[1]);
    return bytes.length < wanted ? { wanted } : { status, headers, body: bytes.subarray(begin, wanted) };
  }
  if (!/transfer-encoding: chunked/i.test(headers)) return { status, headers, body: bytes.subarray(begin) };
  const body = readChunks(bytes, begin);
  return body ? { status, headers, body } : { wanted: bytes.length + 1 };
}

function readChunks(bytes, begin) {
  const chunks = [];
  for (let at = begin; ;) {
    const lineEnd = bytes.indexOf("\r\n", at);
    if (lineEnd < 0) return null;
    const size = parseInt(bytes.latin1Slice(at, lineEnd), 16);
    const next = lineEnd + 2 + size;
    if (bytes.length < next + 2) return null;
    if (size === 0) return Buffer.concat(chunks);
    chunks.push(bytes.subarray(lineEnd + 2, next));
    at = next + 2;
  }
}

/** The bytes of a request. `headers` are lines without their end. */
export function toRequest(method, path, headers = [], body = null) {
  const lines = [`${method} ${path} HTTP/1.1`, "Host: localhost", "Connection: keep-alive", ...headers];
  if (body !== null) lines.push("Content-Type: application/json", `Content-Length: ${Buffer.byteLength(body)}`);
  return `${lines.join("\r\n")}\r\n\r\n${body ?? ""}`;
}

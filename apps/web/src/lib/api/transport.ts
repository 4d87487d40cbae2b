import { isInParts, readParts } from "./answerParts";
import { NoAnswerError } from "./apiError";

/** One HTTP request of the api client, independent of the browser API that sends it. */
export interface Outgoing {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly body: string | FormData | null;
  readonly signal: AbortSignal;
}

export interface Exchange {
  readonly status: number;
  readonly contentType: string;
  readonly retryAfter: string | null;
  readonly text: string;
  /** The bytes of an answer that is a file, and its name. */
  readonly file?: { readonly bytes: Blob; readonly name: string } | undefined;
}

const noAnswer = (cause?: unknown): never => {
  throw new NoAnswerError("No answer", { cause });
};

// Only what the network refuses is "no answer": an error of our own code must not look like an outage.
const fetchAnswer = ({ url, ...outgoing }: Outgoing): Promise<Response> =>
  fetch(url, { ...outgoing, credentials: "include" }).catch(noAnswer);

/** Sends a request with fetch; rejects with NoAnswerError when there is no answer. */
export async function fetchTransport(outgoing: Outgoing): Promise<Exchange> {
  return readWhole(await fetchAnswer(outgoing));
}

/** What of a file has come: its bytes so far, and how many rows the whole has, where the api says so. */
export interface Received {
  readonly bytes: number;
  readonly rows: number | null;
}

/** Sends a request with fetch, and tells how much of the file that it answers has come. */
export function receivingTransport(onReceived: (received: Received) => void): (outgoing: Outgoing) => Promise<Exchange> {
  return async (outgoing) => {
    const response = await fetchAnswer(outgoing);
    const rows = response.headers.get("x-rows");
    let bytes = 0;
    const count = new TransformStream<Uint8Array, Uint8Array>({
      transform: (part, controller) => {
        bytes += part.length;
        onReceived({ bytes, rows: rows === null ? null : Number(rows) });
        controller.enqueue(part);
      },
    });
    return readWhole(new Response(response.body?.pipeThrough(count) ?? null, response));
  };
}

/** An error after the first part has no status of its own. */
const LATE_ERROR_STATUS = 500;

/** Sends a request with fetch, and tells the texts of an answer in parts as they come; rejects when it was cut. */
export function partsTransport(onText: (text: string) => void): (outgoing: Outgoing) => Promise<Exchange> {
  return async (outgoing) => {
    const response = await fetchAnswer(outgoing);
    if (!response.body || !isInParts(response.headers.get("content-type") ?? "")) return readWhole(response);
    const last = await readParts(response.body, onText);
    const [status, body] = "error" in last ? [LATE_ERROR_STATUS, last.error] : [response.status, last.answer];
    return { status, contentType: "application/json", retryAfter: null, text: JSON.stringify(body) };
  };
}

async function readWhole(response: Response): Promise<Exchange> {
  const [, name] = /^attachment.*filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "") ?? [];
  return {
    status: response.status,
    contentType: response.headers.get("content-type") ?? "",
    retryAfter: response.headers.get("retry-after"),
    ...(name === undefined
      ? { text: await response.text().catch(noAnswer) }
      : { text: "", file: { bytes: await response.blob().catch(noAnswer), name } }),
  };
}

/** Sends a request with XMLHttpRequest, because only it reports the progress of an upload. */
export function uploadTransport(onProgress: (part: number) => void): (outgoing: Outgoing) => Promise<Exchange> {
  return (outgoing) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      const abort = () => request.abort();
      const fail = () => {
        outgoing.signal.removeEventListener("abort", abort);
        reject(new NoAnswerError("No answer"));
      };
      request.open(outgoing.method, outgoing.url);
      request.withCredentials = true;
      outgoing.headers.forEach((value, name) => request.setRequestHeader(name, value));
      request.upload.onprogress = (event) => {
        if (event.lengthComputable) onProgress(event.loaded / event.total);
      };
      request.onerror = fail;
      request.onabort = fail;
      request.onload = () => {
        outgoing.signal.removeEventListener("abort", abort);
        resolve({
          status: request.status,
          contentType: request.getResponseHeader("content-type") ?? "",
          retryAfter: request.getResponseHeader("retry-after"),
          text: request.responseText,
        });
      };
      if (outgoing.signal.aborted) return fail();
      outgoing.signal.addEventListener("abort", abort, { once: true });
      request.send(outgoing.body);
    });
}

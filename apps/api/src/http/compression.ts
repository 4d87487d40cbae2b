import { brotliCompressSync, constants, gzipSync, type BrotliOptions } from "node:zlib";
import { isError } from "@balcao/platform/errors";
import compression from "compression";
import type { Request, RequestHandler, Response } from "express";

/** A shorter answer fits into one or two packets as it is. */
const LEAST_BYTES = 2_048;
/** Compressing this takes a millisecond; a longer answer is compressed as a stream, beside the loop. */
const MOST_BYTES_AT_ONCE = 256 * 1_024;

/** The default qualities cost a list several times the processor time for a tenth of its bytes. */
const FAST_BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_LGWIN]: 18 } } satisfies BrotliOptions;
const FAST_GZIP = { level: 1 } as const;

/** In the order in which they are preferred. */
const ENCODERS = [
  { encoding: "br", encode: (bytes: Buffer) => brotliCompressSync(bytes, FAST_BROTLI) },
  { encoding: "gzip", encode: (bytes: Buffer) => gzipSync(bytes, FAST_GZIP) },
] as const;

/** Compresses what `sendJson` did not. Assets are left out: the build has compressed them. */
export function compressAnswers(): RequestHandler {
  const isAnswer = (request: Request): boolean => !request.originalUrl.startsWith("/assets/");
  return compression({
    ...FAST_GZIP,
    brotli: FAST_BROTLI,
    threshold: LEAST_BYTES,
    filter: (request, response) => isAnswer(request) && compression.filter(request, response),
  });
}

/** Sends a JSON answer, compressed in one call where it is whole and not long: a stream costs several times as much. */
export function sendJson(response: Response, view: unknown): void {
  const bytes = Buffer.from(JSON.stringify(view));
  response.type("json").vary("Accept-Encoding");
  const isFit = bytes.length >= LEAST_BYTES && bytes.length <= MOST_BYTES_AT_ONCE;
  const accepted = isFit ? response.req.acceptsEncodings() : [];
  const encoder = ENCODERS.find(({ encoding }) => accepted.includes(encoding));
  if (encoder) response.set("Content-Encoding", encoder.encoding);
  response.send(encoder ? encoder.encode(bytes) : bytes);
}

/** Runs one middleware; rejects with the error that it passes to `next`. */
export function runMiddleware(middleware: RequestHandler, request: Request, response: Response): Promise<void> {
  return new Promise((resolve, reject) => {
    void middleware(request, response, (error: unknown) => {
      if (error === undefined || error === null) resolve();
      else reject(isError(error) ? error : new Error("a middleware failed", { cause: error }));
    });
  });
}

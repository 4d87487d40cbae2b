import { Worker } from "node:worker_threads";
import { errorCode, isError } from "../errors/index.js";

/** What a document begins with. All texts are shown as they are. */
export interface PdfHead {
  /** BCP 47, for readers that speak. */
  readonly language: string;
  readonly title: string;
  readonly company: string;
  /** A PNG or JPEG. */
  readonly logo: Uint8Array | null;
  /** Shown under the title, as pairs of a name and a value. */
  readonly facts: readonly (readonly [name: string, value: string])[];
  /** At the foot of every page. */
  readonly issued: string;
  readonly layout: "portrait" | "landscape";
  readonly columns: readonly PdfColumn[];
  readonly words: { readonly page: string; readonly of: string; readonly empty: string };
}

interface PdfColumn {
  readonly label: string;
  /** The share of the width. */
  readonly weight: number;
  readonly align: "left" | "right";
}

/** What a document ends with; known when all rows are. */
export interface PdfEnding {
  readonly totals: string;
  readonly chart: { readonly title: string; readonly bars: readonly { readonly label: string; readonly value: number }[] } | null;
}

interface PdfLimits {
  readonly milliseconds: number;
  /** The JavaScript heap of the thread. */
  readonly megabytes: number;
}

const PDF_LIMITS: PdfLimits = Object.freeze({ milliseconds: 120_000, megabytes: 128 });

/** Why a document was not made: `time`, `memory` it took more than allowed · `ended` its thread ended before it. */
export class PdfError extends Error {
  override readonly name = "PdfError";

  constructor(readonly problem: "time" | "memory" | "ended") {
    super(`The document cannot be made: ${problem}.`);
  }
}

interface PdfOptions {
  /** Replace the usual ones. */
  readonly limits?: Partial<PdfLimits>;
  /** Ends the thread when aborted; the generator throws the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

type Batches = AsyncIterable<readonly (readonly string[])[]>;

/**
 * The bytes of a PDF with a table, laid out in a thread of its own while the batches of rows are
 * read. `toEnding` is called after the last batch. Throws PdfError.
 */
export async function* writePdf(
  head: PdfHead,
  batches: Batches,
  toEnding: () => PdfEnding,
  { limits = {}, signal }: PdfOptions = {},
): AsyncGenerator<Uint8Array> {
  const { milliseconds, megabytes } = { ...PDF_LIMITS, ...limits };
  signal?.throwIfAborted();
  const thread = new Worker(new URL("./pdfThread.mjs", import.meta.url), {
    workerData: { head },
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: megabytes, maxYoungGenerationSizeMb: 32 },
  });
  const deadline = AbortSignal.timeout(milliseconds);
  const ask = createAsker(thread, signal ? AbortSignal.any([signal, deadline]) : deadline);
  try {
    for await (const rows of batches) yield* await ask({ rows });
    yield* await ask({ ending: toEnding() });
  } catch (error) {
    throw error === deadline.reason ? new PdfError("time") : error;
  } finally {
    await thread.terminate();
  }
}

type Question = { readonly rows: readonly (readonly string[])[] } | { readonly ending: PdfEnding };

/** Sends one part at a time to a thread and resolves to the bytes that it made of it. */
function createAsker(thread: Worker, ended: AbortSignal): (question: Question) => Promise<readonly Uint8Array[]> {
  let failure: Error | null = null;
  let settle: { readonly resolve: (chunks: readonly Uint8Array[]) => void; readonly reject: (error: Error) => void } | null = null;
  const fail = (error: Error): void => {
    failure ??= error;
    settle?.reject(failure);
  };
  thread.on("message", ({ chunks }: { readonly chunks: readonly Uint8Array[] }) => settle?.resolve(chunks));
  thread.on("error", (error: unknown) => fail(isOutOfMemory(error) ? new PdfError("memory") : asError(error)));
  thread.on("exit", () => fail(new PdfError("ended")));
  ended.addEventListener("abort", () => fail(asError(ended.reason)), { once: true });
  return (question) =>
    new Promise((resolve, reject) => {
      if (failure) return reject(failure);
      settle = { resolve, reject };
      thread.postMessage(question);
    });
}

const asError = (thrown: unknown): Error => (isError(thrown) ? thrown : new Error(String(thrown)));

const isOutOfMemory = (error: unknown): boolean => errorCode(error) === "ERR_WORKER_OUT_OF_MEMORY";

import { Readable } from "node:stream";
import type * as ClientS3 from "@aws-sdk/client-s3";
import type { GetObjectCommandOutput, S3Client } from "@aws-sdk/client-s3";
import { errorCode, isError } from "../errors/index.js";
import type { BucketAddress } from "./bucketAddress.js";
import { FileError } from "./fileError.js";
import { FilesUnavailable, type FilesTrouble } from "./filesUnavailable.js";

const CONNECT_MS = 3_000;
/** A server that sends and takes nothing for so long is away. */
const SILENT_MS = 20_000;
const ATTEMPTS = 3;

const ignore = (): void => undefined;

type Sdk = typeof ClientS3;

/** The SDK, its client, and what all requests share. */
export interface BucketClient {
  readonly sdk: Sdk;
  /**
   * Runs a request; its errors become FileError ERR_NO_FILE and FilesUnavailable. One that was refused for its time is sent
   * once more, by the server's clock.
   */
  ask<T>(request: (client: S3Client) => Promise<T>): Promise<T>;
  /** The same once, for a request whose body cannot be sent again. */
  askOnce<T>(request: (client: S3Client) => Promise<T>): Promise<T>;
  /** How far the server's clock is ahead of this machine's, in ms, once it mattered. */
  clockOffsetMs(): number;
  close(): void;
}

/**
 * Loads the SDK and makes a client of a bucket, without a request. Checksums that only Amazon's own servers understand are left
 * out; `ChecksumSHA256` of a request is sent.
 */
export async function openBucketClient(address: BucketAddress): Promise<BucketClient> {
  const sdk = await import("@aws-sdk/client-s3");
  const { accessKeyId, secretAccessKey } = address;
  const client = new sdk.S3Client({
    endpoint: address.endpoint,
    region: address.region,
    forcePathStyle: address.isPathStyle,
    credentials: { accessKeyId, secretAccessKey },
    maxAttempts: ATTEMPTS,
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: SILENT_MS },
    // Otherwise it writes to the console; every error is thrown besides.
    logger: { trace: ignore, debug: ignore, info: ignore, warn: ignore, error: ignore },
  });
  const { host } = new URL(address.endpoint);
  const askOnce: BucketClient["askOnce"] = async (request) => {
    try {
      return await request(client);
    } catch (error) {
      throw toStoreError(error, host);
    }
  };
  const ask: BucketClient["ask"] = async (request) => {
    try {
      return await askOnce(request);
    } catch (error) {
      if (error instanceof FilesUnavailable && error.trouble === "clock") return askOnce(request);
      throw error;
    }
  };
  return { sdk, ask, askOnce, clockOffsetMs: () => client.config.systemClockOffset, close: () => client.destroy() };
}

const TROUBLES: Readonly<Record<string, FilesTrouble>> = {
  InvalidAccessKeyId: "key",
  SignatureDoesNotMatch: "key",
  InvalidToken: "key",
  AccessDenied: "denied",
  Forbidden: "denied",
  AllAccessDisabled: "denied",
  NoSuchBucket: "bucket",
  PermanentRedirect: "region",
  AuthorizationHeaderMalformed: "region",
  RequestTimeTooSkewed: "clock",
  RequestExpired: "clock",
};

/** An answer or fault of the server, or of the way to it, as an error of the store; our own errors stay. */
function toStoreError(error: unknown, host: string): unknown {
  if (!isError(error) || error instanceof FileError || error instanceof FilesUnavailable) return error;
  if (error.name === "NoSuchKey" || error.name === "NotFound") return new FileError("missing", "The file is not in the bucket.");
  const status = statusOf(error);
  const trouble = TROUBLES[error.name] ?? (status === 403 ? "denied" : status === 301 ? "region" : "away");
  const said = errorCode(error) ?? (error.name === "Error" ? error.message.split("\n")[0] : error.name);
  const reason = status === undefined ? `${said}` : `${said}, ${status}`;
  return new FilesUnavailable(trouble, { host, reason, cause: error });
}

function statusOf(error: Error): number | undefined {
  const { $metadata: facts } = error as { readonly $metadata?: { readonly httpStatusCode?: number } };
  return facts?.httpStatusCode;
}

/** The bytes of an answer as a stream of Node.js. */
export function streamOf({ Body: body }: GetObjectCommandOutput): Readable {
  if (body instanceof Readable) return body;
  throw new TypeError("The answer of the bucket has no bytes.");
}

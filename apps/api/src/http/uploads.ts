import { createWriteStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { Transform, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Request, Response } from "express";
import multer, { MulterError, type StorageEngine } from "multer";
import { CAPABILITIES, CONNECTOR_APIS, uploadLimitSentence } from "@balcao/domain/connections";
import { AppError, invalidField } from "@balcao/contracts/errors";
import type { FilesRule } from "@balcao/contracts/route";
import { isError } from "@balcao/platform/errors";
import { newUuid } from "@balcao/platform/ids";
import { runMiddleware } from "./compression.js";

/** A temporary file of a request. */
export interface UploadedFile {
  readonly path: string;
  readonly originalName: string;
  readonly declaredMime: string;
  readonly size: number;
}

/** The connector with the highest limit. The command applies the exact one, because it reads the connection. */
const [LARGEST = "meow"] = [...CONNECTOR_APIS].sort((a, b) => CAPABILITIES[b].uploadLimitBytes - CAPABILITIES[a].uploadLimitBytes);
const MOST_BYTES = CAPABILITIES[LARGEST].uploadLimitBytes;
const MULTIPART_SPARE_BYTES = 512 * 1024;
const MOST_FIELDS = 20;

/** Receives multipart requests: files go to `folder`, fields to `request.body`. */
export interface UploadReceiver {
  /** Rejects with AppError. Then, and when the sender disconnects, all its files are removed. */
  receive(request: Request, response: Response, rule: FilesRule, fieldBytes: number): Promise<UploadedFile[]>;
  /** Removes the remaining files of a request. */
  discard(files: readonly UploadedFile[]): Promise<void>;
}

/** Opens the file for an upload; tests pass a failing disk. */
export type OpenTarget = (place: string) => Writable;

const openFile: OpenTarget = (place) => createWriteStream(place, { flags: "wx", mode: 0o600 });

export function createUploadReceiver(folder: string, openTarget: OpenTarget = openFile): UploadReceiver {
  const discard = async (files: readonly UploadedFile[]): Promise<void> => {
    await Promise.all(files.map((file) => rm(file.path, { force: true })));
  };
  return {
    discard,
    receive: async (request, response, rule, fieldBytes) => {
      if (Number(request.headers["content-length"] ?? 0) > MOST_BYTES + MULTIPART_SPARE_BYTES) throw tooLarge();
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const storage = storageIn(folder, openTarget);
      const limits = {
        fileSize: MOST_BYTES,
        files: rule.maxFiles,
        fields: MOST_FIELDS,
        parts: rule.maxFiles + MOST_FIELDS,
        fieldSize: fieldBytes,
        fieldNameSize: 100,
        // multer reads brackets in a name as a path, and an index of four thousand millions as that many places; no name of ours has one.
        fieldNestingDepth: 0,
        fieldArrayIndexLimit: 0,
      };
      try {
        await runMiddleware(multer({ storage, limits, defParamCharset: "utf8" }).array(rule.field, rule.maxFiles), request, response);
      } catch (error) {
        throw toUploadError(error, rule);
      }
      const files = Array.isArray(request.files) ? request.files : [];
      return files.map(({ path: place, originalname, mimetype, size }) => ({
        path: place,
        originalName: originalname,
        declaredMime: mimetype,
        size,
      }));
    },
  };
}

/** Writes each file under a random name and limits the bytes of all files of a request together. */
function storageIn(folder: string, openTarget: OpenTarget): StorageEngine {
  let total = 0;
  const write = async (file: Express.Multer.File): Promise<Partial<Express.Multer.File>> => {
    const place = path.join(folder, newUuid());
    let size = 0;
    const counter = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        size += chunk.length;
        total += chunk.length;
        done(total > MOST_BYTES ? tooLarge() : null, chunk);
      },
    });
    try {
      await pipeline(file.stream, counter, openTarget(place));
    } catch (error) {
      await rm(place, { force: true });
      throw error;
    }
    return { path: place, size };
  };
  return {
    _handleFile: (_request, file, done) => {
      write(file).then(
        (info) => done(null, info),
        (error: unknown) => done(error),
      );
    },
    _removeFile: (_request, file, done) => {
      rm(file.path, { force: true }).then(
        () => done(null),
        (error: unknown) => done(error instanceof Error ? error : new Error("a file could not be removed")),
      );
    },
  };
}

function tooLarge(): AppError {
  return new AppError("ERR_UPLOAD_LIMIT", { sentence: uploadLimitSentence(LARGEST) });
}

function toUploadError(error: unknown, { field }: FilesRule): unknown {
  if (error instanceof AppError) return error;
  // An error of the file system is the server's fault; one of the parser, or of a sender that disconnects, the request's.
  if (isError(error) && "syscall" in error) return error;
  if (!(error instanceof MulterError)) return invalidField("body", "multipart");
  return toLimitError(error, field);
}

/** Which limit of the upload was exceeded, at which field. */
function toLimitError({ code, field: named }: MulterError, field: string): AppError {
  switch (code) {
    case "LIMIT_FILE_SIZE":
      return tooLarge();
    case "LIMIT_FILE_COUNT":
      return invalidField(field, "max");
    case "LIMIT_UNEXPECTED_FILE":
      return invalidField(named ?? field, named === field ? "max" : "unexpected");
    case "LIMIT_FIELD_VALUE":
      return new AppError("ERR_PAYLOAD_TOO_LARGE", { details: [{ field: named ?? "body", rule: "max" }] });
    default:
      return invalidField(named ?? "body", "multipart");
  }
}

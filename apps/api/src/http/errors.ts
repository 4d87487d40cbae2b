import type { ErrorRequestHandler, Request, RequestHandler, Response } from "express";
import { AppError, invalidField, type ErrorCode } from "@balcao/contracts/errors";
import type { RefusalAudit, RefusedCall } from "@balcao/application/people/auth";
import { isError, storeTroubleOf, type StoreTrouble } from "@balcao/platform/errors";
import { FilesUnavailable } from "@balcao/platform/files";
import type { Logger } from "@balcao/platform/logger";
import { logFailure } from "@balcao/platform/loops";
import { endParts, isInParts } from "./answerParts.js";

/** An error as one that the caller may read; null for an unexpected one. */
export function toAppError(error: unknown): AppError | null {
  if (error instanceof AppError) return error;
  const status = statusOf(error);
  if (status === 413) return new AppError("ERR_PAYLOAD_TOO_LARGE");
  if (status === 415) return new AppError("ERR_UNSUPPORTED_MEDIA_TYPE");
  if (status !== null && status >= 400 && status < 500)
    return invalidField(isPathError(error) ? "path" : "body", isPathError(error) ? "encoding" : "json");
  if (error instanceof FilesUnavailable) return new AppError("ERR_FILES_UNAVAILABLE");
  const trouble = storeTroubleOf(error);
  if (trouble === "full") return new AppError("ERR_STORAGE_LOW");
  return trouble ? new AppError("ERR_UNAVAILABLE") : null;
}

const WORDS: Readonly<Record<StoreTrouble, string>> = {
  away: "PostgreSQL cannot be reached",
  busy: "PostgreSQL could not do its work in time",
  full: "the disk is full",
};

function wordsOf(error: unknown): string {
  if (error instanceof FilesUnavailable) return "the storage of files cannot be used";
  const trouble = storeTroubleOf(error);
  return trouble ? WORDS[trouble] : "a request failed";
}

/** Codes of refused accesses, which are audited. */
const REFUSALS: ReadonlySet<ErrorCode> = new Set(["ERR_NO_PERMISSION", "ERR_NO_CHAT_PERMISSION", "ERR_ORIGIN"]);

function toRefusedCall(request: Request, response: Response): RefusedCall {
  const { userId, sessionId, route } = response.locals as { userId?: number; sessionId?: string; route?: string };
  return {
    who: userId === undefined || sessionId === undefined ? null : { userId, sessionId },
    ip: request.ip ?? null,
    method: request.method,
    route: route ?? "unmatched",
    path: request.originalUrl.split("?")[0] ?? "",
  };
}

/** Answers an error. The caller sees only what is written here (D-236, S-40). */
function answerError(response: Response, error: AppError): void {
  if (error.retryAfterSeconds !== undefined) response.set("Retry-After", String(error.retryAfterSeconds));
  if (error.status === 503) response.set("Retry-After", "2");
  response.status(error.status).json(error.toBody());
}

/** Answers every thrown error. An unexpected one is logged in full, and its answer has no details of it. */
export function errorHandler(logger: Logger, refusals: Pick<RefusalAudit, "note">): ErrorRequestHandler {
  return async (error: unknown, request, response, _next) => {
    const appError = toAppError(error);
    if (appError && REFUSALS.has(appError.code)) await refusals.note(toRefusedCall(request, response));
    const trouble = storeTroubleOf(error);
    if (!appError || trouble || error instanceof FilesUnavailable)
      logFailure(logger, error, {
        facts: { requestId: response.get("X-Request-Id"), method: request.method, path: request.path },
        words: wordsOf(error),
      });
    const answered = appError ?? new AppError("ERR_INTERNAL");
    if (isInParts(response)) endParts(response, { error: answered.toBody() });
    else if (response.headersSent) response.destroy();
    else answerError(response, answered);
  };
}

/** Answers requests that no route answered. */
export const notFound: RequestHandler = () => {
  throw new AppError("ERR_NOT_FOUND");
};

// Errors of body-parser and of the router carry their status.
function statusOf(error: unknown): number | null {
  return isError(error) && "status" in error && typeof error.status === "number" ? error.status : null;
}

function isPathError(error: unknown): boolean {
  return error instanceof URIError;
}

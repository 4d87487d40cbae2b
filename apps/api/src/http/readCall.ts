import express, { type Request, type Response } from "express";
import { ValidationError, type Schema } from "yup";
import { AppError, invalidField } from "@balcao/contracts/errors";
import { isStorable, pick, type AnyRoute } from "@balcao/contracts/route";
import { RecentMap } from "@balcao/platform/recent";
import { runMiddleware } from "./compression.js";
import type { UploadReceiver, UploadedFile } from "./uploads.js";

const ID = /^[1-9]\d{0,9}$/;
const MAX_ID = 2_147_483_647;

/** Parameters of the path: those whose names end in `Id` must be positive 32-bit integers, anything else is a 404. */
export function readParams(params: Readonly<Record<string, unknown>>): Record<string, number | string> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]): [string, number | string] => {
      const text = String(value);
      if (!isStorable(text)) throw new AppError("ERR_NOT_FOUND");
      if (!name.endsWith("Id")) return [name, text];
      if (!ID.test(text) || Number(text) > MAX_ID) throw new AppError("ERR_NOT_FOUND");
      return [name, Number(text)];
    }),
  );
}

/** Reads the body of a request as its route says: JSON up to the route's limit, or files with fields. No body is an empty object. */
export function createBodyReader(
  route: AnyRoute,
  receiver: UploadReceiver,
): (request: Request, response: Response) => Promise<{ body: unknown; files: readonly UploadedFile[] }> {
  const parseJson = express.json({ limit: route.limitBytes, type: () => true });
  return async (request, response) => {
    if (!route.body || !hasBody(request)) return { body: {}, files: [] };
    if (route.files && request.is("multipart/form-data")) {
      const files = await receiver.receive(request, response, route.files, route.limitBytes);
      return { body: { ...(request.body as object) }, files };
    }
    if (!request.is("json")) throw new AppError("ERR_UNSUPPORTED_MEDIA_TYPE");
    await runMiddleware(parseJson, request, response);
    return { body: request.body as unknown, files: [] };
  };
}

function hasBody({ headers }: Request): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

/** Validates a value: own keys only, unknown ones dropped; the error names every refused field (S-32). */
export function validate(schema: Schema<unknown> | null, value: unknown): unknown {
  if (!schema) return undefined;
  const picked = pick(value);
  refuseUnstorable(picked, "body");
  try {
    return schema.validateSync(picked, { stripUnknown: true, abortEarly: false });
  } catch (error) {
    throw error instanceof ValidationError ? toRefusal(error) : error;
  }
}

/** Longer queries are searches, which hardly come twice. */
const LONGEST_KNOWN = 120;
const MOST_KNOWN = 100;

/**
 * Reads the query of a route's calls as `validate` does. A screen makes the same few calls again and again, and what a
 * query means depends on nothing but its text, so it is read once.
 */
export function createQueryReader(schema: Schema<unknown> | null): (request: Pick<Request, "url" | "query">) => unknown {
  const known = new RecentMap<string, unknown>(MOST_KNOWN);
  return (request) => {
    const text = textOfQuery(request.url);
    const found = known.get(text);
    if (found !== undefined) return found;
    const query = validate(schema, request.query);
    if (query === undefined || text.length > LONGEST_KNOWN) return query;
    known.set(text, Object.freeze(query));
    return query;
  };
}

function textOfQuery(url: string): string {
  const at = url.indexOf("?");
  return at < 0 ? "" : url.slice(at);
}

function refuseUnstorable(value: unknown, field: string): void {
  if (typeof value === "string" && !isStorable(value)) throw invalidField(field, "text");
  if (typeof value !== "object" || value === null) return;
  for (const [name, inner] of Object.entries(value)) refuseUnstorable(inner, Array.isArray(value) ? field : name);
}

function toRefusal(error: ValidationError): AppError {
  const faults = error.inner.length > 0 ? error.inner : [error];
  return new AppError("ERR_VALIDATION", {
    details: faults.map(({ path, message, type }) => ({
      field: path ?? "body",
      rule: /^[A-Za-z]+$/.test(message) ? message : (type ?? "type"),
    })),
  });
}

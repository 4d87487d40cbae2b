import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { RequestHandler } from "express";
import { AppError } from "@balcao/contracts/errors";
import { routes } from "@balcao/contracts/routes";
import { accessDownloadSession, type AuthServices } from "@balcao/application/people/auth";
import { exportAudit } from "@balcao/application/company/auditTrail";
import { errorCode } from "@balcao/platform/errors";
import { validate } from "../http/readCall.js";
import { contentDisposition } from "../media/sendBytes.js";

const { list } = routes.audit;

/**
 * `GET /audit/export`: the audit as a CSV file, streamed, with the filters of the list. A download carries no bearer, so the session is
 * that of the download cookie; administrators only.
 */
export function auditExport(auth: AuthServices, downloadCookie: string): RequestHandler {
  return async (request, response) => {
    response.locals["route"] = "/audit/export";
    const cookies = request.cookies as Record<string, string | undefined>;
    const session = await accessDownloadSession(auth, cookies[downloadCookie]);
    if (session?.actor.profile !== "admin") throw new AppError("ERR_NO_PERMISSION");
    const ctx = { ...session, ip: request.ip ?? null };
    response.locals["userId"] = ctx.actor.id;
    response.locals["sessionId"] = ctx.sessionId;
    // The schema of the list gives the type of its query.
    const query = validate(list.query, request.query) as Parameters<typeof list.toInput>[0]["query"];
    const { filter } = list.toInput({ params: {}, query, body: undefined });
    response.set({
      "Cache-Control": "no-store",
      "Content-Disposition": contentDisposition("attachment", "audit.csv"),
      "Content-Type": "text/csv; charset=utf-8",
    });
    try {
      await pipeline(Readable.from(exportAudit(auth.services, ctx, filter)), response);
    } catch (error) {
      if (errorCode(error) !== "ERR_STREAM_PREMATURE_CLOSE") throw error;
    }
  };
}

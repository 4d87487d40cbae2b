import type { RequestHandler } from "express";
import { AppError } from "@balcao/contracts/errors";
import type { ReportFormat } from "@balcao/contracts/reports";
import { accessDownloadSession, type AuthServices } from "@balcao/application/people/auth";
import { findReportFile } from "@balcao/application/company/reports";
import { CSV_MIME, SHEET_MIME } from "@balcao/platform/spreadsheets";
import { contentDisposition, sendBytes } from "../media/sendBytes.js";

const MIMES: Readonly<Record<ReportFormat, string>> = { pdf: "application/pdf", csv: CSV_MIME, xlsx: SHEET_MIME };
const ID = /^[1-9]\d{0,8}$/;

/**
 * `GET /public/relatorio-tickets.pdf` and the others: the person's own newest report of that name, or
 * with `id` a certain one, for 24 hours. A browser opens it without a bearer, so
 * the session is that of the download cookie: 401 without one, 404 for everything that is not one's own.
 */
export function serveReport(auth: AuthServices, downloadCookie: string): RequestHandler {
  return async (request, response) => {
    response.locals["route"] = "/public/:name";
    const cookies = request.cookies as Record<string, string | undefined>;
    const ctx = await accessDownloadSession(auth, cookies[downloadCookie]);
    if (!ctx) throw new AppError("ERR_SESSION_EXPIRED");
    response.locals["userId"] = ctx.actor.id;
    response.locals["sessionId"] = ctx.sessionId;
    const { id } = request.query as { readonly id?: string };
    const name = String(request.params["name"]);
    if (id !== undefined && !ID.test(id)) throw new AppError("ERR_NOT_FOUND");
    const found = await findReportFile(auth.services, ctx, name, id === undefined ? null : Number(id));
    if (!found) throw new AppError("ERR_NOT_FOUND");
    response.set({
      "Accept-Ranges": "bytes",
      "Cache-Control": "private, no-store",
      "Content-Disposition": contentDisposition(found.format === "pdf" ? "inline" : "attachment", name),
      "Content-Type": MIMES[found.format],
    });
    await sendBytes(auth.services, request, response, found.path);
  };
}

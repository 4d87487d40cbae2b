import type { RequestHandler } from "express";
import { AppError } from "@balcao/contracts/errors";
import type { Services } from "@balcao/application/ground/kernel";
import { getLogo } from "@balcao/application/company/settings";
import { sendBytes } from "./sendBytes.js";

export const LOGO_PATH = "/public/logo";

/** `GET /public/logo`: the company's logo for everybody, because the sign-in page shows it; 404 while there is none. */
export function serveLogo(services: Services): RequestHandler {
  return async (request, response) => {
    response.locals["route"] = LOGO_PATH;
    const file = await getLogo(services);
    if (!file) throw new AppError("ERR_NOT_FOUND");
    response.set({
      "Cache-Control": "public, max-age=3600",
      "Content-Disposition": "inline",
      "Content-Security-Policy": "sandbox; default-src 'none'",
      "Content-Type": file.mime,
    });
    await sendBytes(services, request, response, file.path);
  };
}

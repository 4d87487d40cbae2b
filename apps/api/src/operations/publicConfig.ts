import type { RequestHandler } from "express";
import type { PublicConfig } from "@balcao/contracts/config";
import { LOGO_PATH } from "../media/serveLogo.js";
import type { Services } from "@balcao/application/ground/kernel";

/** The values that are fixed while the process runs; the others are settings. */
export type FixedConfig = Omit<PublicConfig, "company" | "language" | "timeZone" | "userCreation">;

/** `GET /config.json`: what the browser needs before anybody signs in; none of it is secret. */
export function publicConfig(services: Pick<Services, "directory">, fixed: FixedConfig): RequestHandler {
  return (_request, response) => {
    const { companyName, companyLogo, defaultLanguage: language, timeZone, userCreation } = services.directory.current().settings;
    // A new logo has a new address, so that no cache shows the one before.
    const logo = companyLogo === "" ? null : `/api${LOGO_PATH}?v=${companyLogo.slice(0, 8)}`;
    const config: PublicConfig = { ...fixed, company: { name: companyName, logo }, language, timeZone, userCreation };
    response.set("Cache-Control", "no-cache").json(config);
  };
}

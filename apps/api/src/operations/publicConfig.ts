import type { RequestHandler } from "express";
import type { PublicConfig } from "@balcao/contracts/config";
import type { House } from "@balcao/application/kernel";

/** `GET /config.json`: what the browser must know before anybody signs in; nothing in it is secret (D-001). */
export function publicConfig(house: Pick<House, "directory">, fixed: Omit<PublicConfig, "timeZone">): RequestHandler {
  return (_request, response) => {
    const config: PublicConfig = { ...fixed, timeZone: house.directory.current().settings.timeZone };
    response.set("Cache-Control", "no-cache").json(config);
  };
}

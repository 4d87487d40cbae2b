import type { RequestHandler } from "express";
import type { PublicConfig } from "@balcao/contracts/config";
import type { House } from "@balcao/application/kernel";

/** What does not change while the process runs; the rest are settings. */
export type FixedConfig = Omit<PublicConfig, "timeZone" | "userCreation">;

/** `GET /config.json`: what the browser must know before anybody signs in; nothing in it is secret (D-001). */
export function publicConfig(house: Pick<House, "directory">, fixed: FixedConfig): RequestHandler {
  return (_request, response) => {
    const { timeZone, userCreation } = house.directory.current().settings;
    const config: PublicConfig = { ...fixed, timeZone, userCreation };
    response.set("Cache-Control", "no-cache").json(config);
  };
}

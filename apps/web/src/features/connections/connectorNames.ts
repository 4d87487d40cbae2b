import type { ConnectorApi } from "@balcao/domain/connections";

/** What people call the connectors (CONN-010); the technical name follows it. */
export const CONNECTOR_NAMES: Readonly<Record<ConnectorApi, { readonly name: string; readonly technical: string }>> = {
  meow: { name: "API 3", technical: "meow" },
  baileys: { name: "API 2", technical: "baileys" },
  wwebjs: { name: "API 1", technical: "wwebjs" },
  cloud_api: { name: "Meta Cloud API", technical: "oficial" },
};

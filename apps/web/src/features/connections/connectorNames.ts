import type { ConnectorApi } from "@balcao/domain/connections";

/** The names of the connectors for people, and the technical names. */
export const CONNECTOR_NAMES: Readonly<Record<ConnectorApi, { readonly name: string; readonly technical: string }>> = {
  meow: { name: "API 3", technical: "meow" },
  baileys: { name: "API 2", technical: "baileys" },
  wwebjs: { name: "API 1", technical: "wwebjs" },
  cloud_api: { name: "Meta Cloud API", technical: "oficial" },
};

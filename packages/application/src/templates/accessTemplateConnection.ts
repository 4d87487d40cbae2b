import { CAPABILITIES } from "@balcao/domain/connections";
import { AppError } from "@balcao/contracts/errors";
import type { DirectoryConnectionRow } from "@balcao/database/directory";
import type { House } from "../kernel/index.js";

const SWITCHED_OFF = "Ative a integração com a Meta nesta conexão para usar templates.";

/** A connection that has templates: of a kind that knows them, with its Meta integration switched on (D-148, D-218). */
export function accessTemplateConnection(house: House, connectionId: number | null): DirectoryConnectionRow {
  const connection = connectionId === null ? undefined : house.directory.current().connections.get(connectionId);
  if (!connection) throw new AppError("ERR_NO_WAPP_FOUND");
  if (!CAPABILITIES[connection.api].templates) throw new AppError("ERR_NO_TEMPLATES");
  if (!connection.metaIntegration) throw new AppError("ERR_NO_TEMPLATES", { sentence: SWITCHED_OFF });
  return connection;
}

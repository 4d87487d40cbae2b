import { CAPABILITIES } from "@balcao/domain/connections";
import { AppError } from "@balcao/contracts/errors";
import type { DirectoryConnectionRow } from "@balcao/database/directory";
import type { Services } from "../../ground/kernel/index.js";

const SWITCHED_OFF = "Ative a integração com a Meta nesta conexão para usar templates.";

/**
 * Returns a connection that supports templates and whose Meta integration is on, else throws
 * ERR_NO_WAPP_FOUND or ERR_NO_TEMPLATES [D-218].
 */
export function accessTemplateConnection(services: Services, connectionId: number | null): DirectoryConnectionRow {
  const connection = connectionId === null ? undefined : services.directory.current().connections.get(connectionId);
  if (!connection) throw new AppError("ERR_NO_WAPP_FOUND");
  if (!CAPABILITIES[connection.api].templates) throw new AppError("ERR_NO_TEMPLATES");
  if (!connection.metaIntegration) throw new AppError("ERR_NO_TEMPLATES", { sentence: SWITCHED_OFF });
  return connection;
}

import { AppError } from "@balcao/contracts/errors";
import type { DirectoryConnectionRow } from "@balcao/database/directory";
import type { Services } from "../../ground/kernel/index.js";

/** The default connection. Throws ERR_NO_DEF_WAPP_FOUND when there is none. */
export function defaultConnection(services: Services): DirectoryConnectionRow {
  const found = [...services.directory.current().connections.values()].find(({ isDefault }) => isDefault);
  if (!found) throw new AppError("ERR_NO_DEF_WAPP_FOUND");
  return found;
}

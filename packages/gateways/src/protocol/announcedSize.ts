import { CAPABILITIES, type ConnectorApi } from "@balcao/domain/connections";
import { GatewayError } from "../port/index.js";

/** A file that is too large to be kept is refused before it is fetched. `bytes` is what the sender announced; null when nothing was. */
export function refuseTooLarge(api: ConnectorApi, bytes: number | null): void {
  if (bytes !== null && bytes > CAPABILITIES[api].uploadLimitBytes)
    throw new GatewayError("unsupported", `a file of ${bytes} bytes is too large`, { code: "ERR_FILE_TOO_LARGE" });
}

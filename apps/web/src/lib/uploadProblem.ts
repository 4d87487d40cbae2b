import { CAPABILITIES, type ConnectorApi } from "@balcao/domain/connections";
import i18next from "i18next";

const MEGABYTE = 1024 * 1024;

/** Why files of together `bytes` may not be sent over a connector, or null. */
export function uploadProblem(bytes: number, api: ConnectorApi): string | null {
  const limit = CAPABILITIES[api].uploadLimitBytes;
  return bytes > limit ? i18next.t("form.uploadLimit", { megabytes: limit / MEGABYTE }) : null;
}

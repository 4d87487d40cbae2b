import { CAPABILITIES, uploadLimitSentence, type ConnectorApi } from "@balcao/domain/connections";
import { cleanFileName } from "@balcao/domain/texts";
import { randomId } from "../../../lib/randomId";

/** A file that waits in the composer, under the name it will be sent with (CONV-024). */
export interface TrayFile {
  readonly key: string;
  readonly file: File;
  readonly name: string;
  readonly caption: string;
}

export const toTrayFile = (file: File): TrayFile => ({ key: randomId(), file, name: cleanFileName(file.name), caption: "" });

export const totalBytes = (files: readonly TrayFile[]): number => files.reduce((sum, { file }) => sum + file.size, 0);

/** Why these files may not go together: the documented sentence, or null (CONV-022, CONV-023). */
export function uploadProblem(files: readonly TrayFile[], api: ConnectorApi): string | null {
  return totalBytes(files) > CAPABILITIES[api].uploadLimitBytes ? uploadLimitSentence(api) : null;
}

/** `12,4 MB`, `184 KB`, in the given language. */
export function formatBytes(bytes: number, language: string): string {
  const [value, unit] = bytes >= 1024 * 1024 ? [bytes / (1024 * 1024), "MB"] : [Math.max(1, bytes / 1024), "KB"];
  return `${new Intl.NumberFormat(language, { maximumFractionDigits: unit === "MB" && value < 100 ? 1 : 0 }).format(value)} ${unit}`;
}

import { cleanFileName } from "@balcao/domain/texts";
import { moved } from "../../../lib/moved";
import { randomId } from "../../../lib/randomId";
import type { TrayFile } from "./trays";
import type { Take } from "./voice/take";

export const toTrayFile = (file: File): TrayFile => ({
  key: randomId(),
  file,
  name: cleanFileName(file.name),
  caption: "",
  voice: null,
});

/** The picture or film that takes the text of the box as its caption when it is sent: the first that was pasted or dropped. */
export const captionTaker = (files: readonly TrayFile[]): TrayFile | undefined =>
  files.find(({ beside, caption, file }) => beside === true && caption.trim() === "" && /^(?:image|video)\//.test(file.type));

export const toTrayVoice = ({ file, ...voice }: Take): TrayFile => ({ ...toTrayFile(file), voice });

export const totalBytes = (files: readonly TrayFile[]): number => files.reduce((sum, { file }) => sum + file.size, 0);

/** The files with one of them moved by `step` places, as far as the list goes. */
export function moveFile(files: readonly TrayFile[], key: string, step: number): readonly TrayFile[] {
  const from = files.findIndex((file) => file.key === key);
  return moved(files, from, from + step);
}

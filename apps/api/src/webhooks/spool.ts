import { mkdir, open, rm } from "node:fs/promises";
import path from "node:path";
import type { OpenSpool } from "@balcao/gateways/intake";
import { newUuid } from "@balcao/platform/ids";

/** Creates the files into which the media of a webhook is streamed. Their ids become those of stored files. */
export function createSpool(folder: string): OpenSpool {
  return async () => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const id = newUuid();
    const place = path.join(folder, id);
    const handle = await open(place, "wx", 0o600);
    let isOpen = true;
    const close = async (): Promise<void> => {
      if (!isOpen) return;
      isOpen = false;
      await handle.close();
    };
    return {
      id,
      path: place,
      write: async (bytes) => {
        await handle.writeFile(bytes);
      },
      close,
      remove: async () => {
        await close();
        await rm(place, { force: true });
      },
    };
  };
}

import { mkdir, open, rm } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import path from "node:path";
import { AppError, invalidField } from "@balcao/contracts/errors";
import { WebhookBodyError, type OpenSpool } from "@balcao/gateways/intake";
import { errorCode } from "@balcao/platform/errors";
import { newUuid } from "@balcao/platform/ids";
import type { Request } from "express";

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

/** Whether the sender has gone before the whole body came: nobody knows yet who it was, and it is no fault of ours. */
export const isGone = ({ complete }: Pick<IncomingMessage, "complete">, error: unknown): boolean =>
  !complete && errorCode(error) === "ECONNRESET";

/**
 * Converts an error of a webhook's body into our answer; returns any other error as it is. The rest of the body is discarded, because an
 * unread one would block the connection and the sender's next delivery.
 */
export function toBodyRefusal(request: Request, error: unknown): unknown {
  if (!(error instanceof WebhookBodyError)) return error;
  request.resume();
  if (error.status === 413) return new AppError("ERR_PAYLOAD_TOO_LARGE");
  if (error.status === 415) return new AppError("ERR_UNSUPPORTED_MEDIA_TYPE");
  return invalidField("body", error.status === 408 ? "timeout" : "json");
}

import type { IncomingMessage } from "node:http";
import { errorCode } from "@balcao/platform/errors";

/** Whether the sender has gone before the whole body came: nobody knows yet who it was, and it is no fault of ours. */
export const isGone = ({ complete }: Pick<IncomingMessage, "complete">, error: unknown): boolean =>
  !complete && errorCode(error) === "ECONNRESET";

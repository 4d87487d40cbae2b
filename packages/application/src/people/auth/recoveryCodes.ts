import { createHash, randomBytes } from "node:crypto";
import type { ServerEvent } from "@balcao/contracts/live";
import type { CommandUnit, Ctx } from "../../ground/kernel/index.js";
import { BASE32 } from "./totp.js";

const RECOVERY_CODES = 10;
/** Eighty bits: whoever has read the hashes does not find the codes. */
const RECOVERY_LENGTH = 16;

/** What is stored of a recovery code. */
export const hashCode = (userId: number, code: string): Buffer => createHash("sha256").update(`recovery ${userId} ${code}`).digest();

/** Ten codes of sixteen letters and digits. */
export function makeRecoveryCodes(): string[] {
  const one = (): string => Array.from(randomBytes(RECOVERY_LENGTH), (byte) => BASE32.charAt(byte % BASE32.length)).join("");
  return Array.from({ length: RECOVERY_CODES }, one);
}

/** A code as people read it, "k7mq-2x4h-bdfe-3zzu". */
export const written = (code: string): string => code.match(/.{4}/g)?.join("-") ?? code;

/** The directory knows who has a second factor; the person's other browsers say so. */
export async function tellChange(unit: CommandUnit, { actor, sessionId }: Ctx, change: ServerEvent<"account">["action"]): Promise<void> {
  await unit.live("user", { id: actor.id, action: "update" });
  await unit.live("account", { userId: actor.id, change, bySession: sessionId });
}

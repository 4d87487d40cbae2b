import { hasRight, mayAlter, type GivenRight } from "@balcao/domain/access";
import { AppError } from "@balcao/contracts/errors";
import type { Ctx, Services } from "./services.js";

/** Throws ERR_NO_PERMISSION unless the person has a right that the settings give (D-269). */
export function checkRight(services: Services, { actor }: Ctx, right: GivenRight): void {
  if (!hasRight(actor, right, services.directory.current().settings)) throw new AppError("ERR_NO_PERMISSION");
}

/** Throws ERR_NO_PERMISSION unless the person made it or has the right to what others made (D-269). */
export function checkMayAlter(services: Services, { actor }: Ctx, right: GivenRight, madeBy: number | null): void {
  if (!mayAlter(actor, right, madeBy, services.directory.current().settings)) throw new AppError("ERR_NO_PERMISSION");
}

import { CAPABILITIES } from "@balcao/domain/connections";
import { canonicalPhone, phoneForms } from "@balcao/domain/contacts";
import { AppError } from "@balcao/contracts/errors";
import type { AddressKey } from "@balcao/database/contacts";
import { askGateway } from "../../ground/gatewayCalls/index.js";
import type { Ctx, Services } from "../../ground/kernel/index.js";

/** Returns the addresses under which a phone number may be stored. */
export function phoneAddresses(digits: string): AddressKey[] {
  return phoneForms(canonicalPhone(digits)).map((value) => ({ connectionId: 0, kind: "phone", value }));
}

/**
 * Asks the network for the number's registered form, through a connected number that can; without
 * an answer, returns its likely form. Throws ERR_WAPP_INVALID_CONTACT when the network does
 * not have the number.
 */
export async function confirmNumber(services: Services, ctx: Ctx, digits: string): Promise<string> {
  const connected = [...services.directory.current().connections.values()].filter(
    ({ status, api }) => status === "CONNECTED" && CAPABILITIES[api].numberCheck > 0,
  );
  const asked = connected.find(({ isDefault }) => isDefault) ?? connected[0];
  if (!asked) return canonicalPhone(digits);
  let phone: string | null;
  try {
    ({ phone } = await askGateway(services, ctx, { connectionId: asked.id, kind: "checkNumber", input: { digits } }));
  } catch (error) {
    services.logger.info({ err: error, connectionId: asked.id }, "a number could not be checked");
    return canonicalPhone(digits);
  }
  if (phone === null) throw new AppError("ERR_WAPP_INVALID_CONTACT");
  return phone;
}

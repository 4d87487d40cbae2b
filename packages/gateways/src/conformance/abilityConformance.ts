import { CAPABILITIES } from "@balcao/domain/connections";
import type { GatewayDouble } from "./gatewayDouble.js";
import { createTestHost } from "./testHost.js";
import type { TestHost } from "./testHost.js";

/** Checks that a session has exactly the abilities that the capabilities table promises. */
export function abilityConformance(title: string, openDouble: (host: TestHost) => Promise<GatewayDouble>): void {
  it(`a session of ${title} has the abilities of its capabilities, and no others`, async () => {
    const host = await createTestHost();
    const double = await openDouble(host);
    const session = double.connector.open(double.profile, host);
    const has = (ability: keyof typeof session): boolean => session[ability] !== undefined;
    const { pairCode, edit, deleteForEveryone, react, groups, templates, numberCheck, picture, rejectCalls, typingOut } =
      CAPABILITIES[session.api];
    expect({
      pairCode: has("requestPairingCode"),
      edit: has("edit"),
      deleteForEveryone: has("deleteForEveryone"),
      react: has("react"),
      groups: has("getGroup"),
      templates: has("templates"),
      numberCheck: has("checkNumber"),
      picture: has("fetchPicture"),
      rejectCalls: has("rejectCall"),
      typingOut: has("setTyping"),
    }).toEqual({ pairCode, edit, deleteForEveryone, react, groups, templates, numberCheck, picture, rejectCalls, typingOut });
    await double.close();
    await host.remove();
  });
}

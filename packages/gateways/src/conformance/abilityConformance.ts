import { CAPABILITIES, type Capabilities } from "@balcao/domain/connections";
import type { GatewaySession } from "../port/index.js";
import type { OpenDouble, Stage } from "./sessionConformance.js";
import { closeStage, openLinkedStage } from "./sessionConformance.js";

/** The abilities of a session that the table of capabilities tells of beforehand. */
const ABILITIES: readonly (readonly [keyof Capabilities, keyof GatewaySession])[] = [
  ["pairCode", "requestPairingCode"],
  ["edit", "edit"],
  ["deleteForEveryone", "deleteForEveryone"],
  ["react", "react"],
  ["groups", "getGroup"],
  ["numberCheck", "checkNumber"],
  ["picture", "fetchPicture"],
  ["rejectCalls", "rejectCall"],
  ["typingOut", "setTyping"],
  ["templates", "templates"],
];

/** What screens ask the table for, a session has; what the table denies, it has not. */
export function abilityConformance(title: string, openDouble: OpenDouble): void {
  describe(`the abilities of ${title}`, () => {
    let stage: Stage;
    beforeAll(async () => (stage = await openLinkedStage(openDouble)));
    afterAll(() => closeStage(stage));

    it("are exactly those that the table of capabilities names", () => {
      const { session } = stage;
      const table = CAPABILITIES[session.api];
      const has = Object.fromEntries(ABILITIES.map(([capability, ability]) => [capability, session[ability] !== undefined]));
      expect(has).toEqual(Object.fromEntries(ABILITIES.map(([capability]) => [capability, table[capability]])));
    });
  });
}

import { CAPABILITIES } from "@balcao/domain/connections";
import { LID_ONLY, type GatewayDouble } from "./gatewayDouble.js";
import { closeStage, openLinkedStage } from "./sessionConformance.js";
import { createTestHost, until, type TestHost } from "./testHost.js";

/** Saved people, with names that people really give. */
const PEOPLE = [
  { phone: "5511988880001", name: "Zé <b>da Obra</b>" },
  { phone: "551133334444", name: "\u0645\u062d\u0645\u062f" },
  { phone: "14155550100", name: "A".repeat(2_000) },
];

/** Checks that a session has exactly the abilities that the capabilities table promises. */
export function abilityConformance(title: string, openDouble: (host: TestHost) => Promise<GatewayDouble>): void {
  it(`a session of ${title} has the abilities of its capabilities, and no others`, async () => {
    const host = await createTestHost();
    const double = await openDouble(host);
    const session = double.connector.open(double.profile, host);
    const has = (ability: keyof typeof session): boolean => session[ability] !== undefined;
    const {
      pairCode,
      edit,
      deleteForEveryone,
      react,
      groups,
      templates,
      numberCheck,
      addressBook,
      picture,
      rejectCalls,
      askHistory,
      typingOut,
    } = CAPABILITIES[session.api];
    expect({
      pairCode: has("requestPairingCode"),
      edit: has("edit"),
      deleteForEveryone: has("deleteForEveryone"),
      react: has("react"),
      groups: has("getGroup"),
      templates: has("templates"),
      numberCheck: has("checkNumbers"),
      addressBook: has("listSavedContacts"),
      picture: has("fetchPicture"),
      rejectCalls: has("rejectCall"),
      askHistory: has("askHistory"),
      typingOut: has("setTyping"),
    }).toEqual({
      pairCode,
      edit,
      deleteForEveryone,
      react,
      groups,
      templates,
      numberCheck: numberCheck > 0,
      addressBook,
      picture,
      rejectCalls,
      askHistory,
      typingOut,
    });
    await double.close();
    await host.remove();
  });

  it(`a session of ${title} lists the people who are saved on the phone, where it can, without strangers, groups and the own number [D-133, D-252]`, async () => {
    const stage = await openLinkedStage(openDouble);
    const { session, double } = stage;
    expect(double.savePeople !== undefined).toBe(CAPABILITIES[session.api].addressBook);
    if (double.savePeople) {
      expect(await session.listSavedContacts?.()).toEqual([]);
      double.savePeople(PEOPLE);
      const listed = await until(
        async () => (await session.listSavedContacts?.()) ?? [],
        (found) => found.some(({ name }) => name === LID_ONLY),
      );
      const named = new Map(listed.map(({ name, peer }) => [name, peer]));
      expect(listed).toHaveLength(PEOPLE.length + 1);
      expect(named.get(LID_ONLY)).toEqual({ lid: expect.any(String) });
      expect(PEOPLE.map(({ name }) => named.get(name)?.phone)).toEqual(PEOPLE.map(({ phone }) => phone));
    }
    await closeStage(stage);
  });
}

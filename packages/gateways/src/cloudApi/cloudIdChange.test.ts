import { READ_FIELDS, toInbound } from "./cloudInbound.js";
import { CUSTOMER, RECEIVED } from "./metaChange.fixture.js";
import { splitMeta } from "./toIntake.js";

/** The form of Meta's page on business-scoped user ids; its changelog of 2026-08-11 takes the field's subscription back. */
const body = (...changes: readonly object[]) => ({
  object: "whatsapp_business_account",
  entry: [
    {
      id: "102290129340398",
      changes: [
        {
          field: "user_id_update",
          value: { messaging_product: "whatsapp", metadata: { phone_number_id: "1065" }, user_id_update: changes },
        },
      ],
    },
  ],
});
const changed = {
  wa_id: CUSTOMER,
  detail: "User id changed",
  user_id: { previous: "BR.1old", current: "BR.2new" },
  timestamp: "1767348000",
};

describe("another id of a customer at Meta", () => {
  const eventsOf = (value: object) => splitMeta(value, RECEIVED).flatMap(({ events }) => events);

  it("moves the person, one event per change, once however often it comes [M-4]", () => {
    const events = eventsOf(body(changed, { ...changed, user_id: { previous: "BR.3old", current: "BR.4new" } }));
    expect(events.map(({ payload }) => toInbound(payload))).toMatchObject([
      { kind: "addressChanged", from: { phone: CUSTOMER, bsuid: "BR.1old" }, to: { phone: CUSTOMER, bsuid: "BR.2new" } },
      { kind: "addressChanged", from: { bsuid: "BR.3old" }, to: { bsuid: "BR.4new" } },
    ]);
    const keys = events.map(({ dedupeKey }) => dedupeKey);
    expect(new Set(keys).size).toBe(2);
    expect(eventsOf(body(changed)).map(({ dedupeKey }) => dedupeKey)).toEqual(keys.slice(0, 1));
  });

  it("is kept by its name where it does not say from what to what", () => {
    expect(eventsOf(body({ detail: "…" })).map(({ payload }) => toInbound(payload))).toMatchObject([
      { kind: "unknown", name: "user_id_update" },
    ]);
  });

  it("is no field that an app can be missing", () => expect(READ_FIELDS).not.toContain("user_id_update"));
});

import { toInbound } from "./cloudInbound.js";
import { AT, SECONDS } from "./metaChange.fixture.js";

/** A change of an account as Meta sends it: without metadata, at the time of its entry. */
const said = (field: string, value: object) => toInbound({ field, value, time: Number(SECONDS), receivedAt: AT.toISOString() });
const shown = (field: string, value: object) => {
  const event = said(field, value);
  if (event.kind !== "accountNotice") return event.kind;
  return { clears: event.subjects.map(({ subject }) => subject), says: event.notices.map(({ subject, type }) => `${subject} ${type}`) };
};

/** Payloads after Meta's references of the webhooks account_update, account_alerts, phone_number_quality_update and others. */
describe("what Meta says of an account [D-310]", () => {
  it("is each restriction with its end", () => {
    const restriction_info = [
      { restriction_type: "RESTRICTED_BIZ_INITIATED_MESSAGING", expiration: "2026-12-19T13:59:20+0000" },
      { restriction_type: "RESTRICTED_ADD_PHONE_NUMBER_ACTION", expiration: 1_797_688_760 },
    ];
    expect(said("account_update", { event: "ACCOUNT_RESTRICTION", restriction_info })).toEqual({
      kind: "accountNotice",
      field: "account_update",
      subjects: [{ subject: "restriction" }],
      notices: restriction_info.map(({ restriction_type }, place) => ({
        subject: "restriction",
        object: restriction_type,
        type: restriction_type,
        detail: "",
        until: new Date(place === 0 ? "2026-12-19T13:59:20Z" : 1_797_688_760_000),
      })),
      number: null,
      at: AT,
    });
  });

  it("is a scheduled ban with its day, and its end when the account is reinstated", () => {
    const ban = (waba_ban_state: string) => ({
      event: "DISABLED_UPDATE",
      ban_info: { waba_ban_state, waba_ban_date: "December 10, 2026" },
    });
    expect(said("account_update", ban("SCHEDULE_FOR_DISABLE"))).toMatchObject({
      notices: [{ subject: "ban", type: "SCHEDULE_FOR_DISABLE", detail: "December 10, 2026", until: null }],
    });
    expect(shown("account_update", ban("REINSTATE"))).toEqual({ clears: ["ban", "restriction", "violation", "lock", "account"], says: [] });
  });

  it.each([
    [
      "account_update",
      { event: "ACCOUNT_VIOLATION", violation_info: { violation_type: "ADULT" } },
      { clears: [], says: ["violation ADULT"] },
    ],
    ["account_update", { event: "PARTNER_REMOVED" }, { clears: ["account"], says: ["account PARTNER_REMOVED"] }],
    ["account_update", { event: "ACCOUNT_RECONNECTED" }, { clears: ["account"], says: [] }],
    ["account_update", { event: "VERIFIED_ACCOUNT" }, "sessionHint"],
    ["account_update", { event: "AD_ACCOUNT_LINKED" }, "unknown"],
    ["security", {}, "unknown"],
    ["account_review_update", { decision: "REJECTED" }, { clears: ["review"], says: ["review REJECTED"] }],
    ["account_review_update", { decision: "APPROVED" }, { clears: ["review", "violation", "lock"], says: [] }],
    [
      "account_alerts",
      { entity_type: "WABA", alert_info: { alert_severity: "CRITICAL", alert_status: "ACTIVE", alert_type: "ACCOUNT_COMPROMISED" } },
      { clears: ["alert"], says: ["alert ACCOUNT_COMPROMISED"] },
    ],
    [
      "account_alerts",
      { alert_info: { alert_severity: "CRITICAL", alert_status: "NONE", alert_type: "ACCOUNT_COMPROMISED" } },
      { clears: ["alert"], says: [] },
    ],
    [
      "phone_number_quality_update",
      { display_phone_number: "5511970000001", event: "DOWNGRADE", current_limit: "TIER_1K" },
      { clears: ["quality", "limit"], says: ["quality DOWNGRADE", "limit TIER_1K"] },
    ],
    ["phone_number_quality_update", { event: "UNFLAGGED" }, { clears: ["quality"], says: [] }],
    ["business_capability_update", { max_daily_conversation_per_phone: 1000 }, { clears: ["limit"], says: ["limit 1000"] }],
    ["business_capability_update", { max_phone_numbers_per_business: 2 }, "unknown"],
    ["phone_number_name_update", { decision: "REJECTED", requested_verified_name: "X" }, { clears: ["name"], says: ["name REJECTED"] }],
    ["security", { display_phone_number: "5511970000001", event: "PIN_CHANGED" }, { clears: ["security"], says: ["security PIN_CHANGED"] }],
    [
      "message_template_quality_update",
      { message_template_name: "volta", message_template_language: "pt_BR", new_quality_score: "RED" },
      { clears: ["template"], says: ["template RED"] },
    ],
    [
      "message_template_quality_update",
      { message_template_name: "volta", message_template_language: "pt_BR", new_quality_score: "GREEN" },
      { clears: ["template"], says: [] },
    ],
    ["messages", { errors: [{ code: 131031, title: "Account has been locked" }] }, { clears: ["lock"], says: ["lock 131031"] }],
  ])("is read, or taken back: %s %j", (field, value, expected) => {
    expect(shown(field, value)).toEqual(expected);
  });

  it("is named with its event where that is not read, and so are steps of a call", () => {
    expect(said("account_update", { event: "BUSINESS_PRIMARY_LOCATION_COUNTRY_UPDATE" })).toMatchObject({
      name: "account_update BUSINESS_PRIMARY_LOCATION_COUNTRY_UPDATE",
    });
    expect(said("calls", { statuses: [{ id: "c1", type: "call", status: "RINGING" }] })).toMatchObject({ kind: "unknown", name: "calls" });
    expect(said("calls", { calls: [{ id: "c1", from: "5511", event: "permission" }] })).toMatchObject({ name: "calls permission" });
  });

  it("names the number that it is about", () => {
    expect(said("phone_number_quality_update", { display_phone_number: "+55 11 97000-0001", event: "FLAGGED" })).toMatchObject({
      number: "5511970000001",
    });
  });

  it("has a template read again whose texts changed", () => {
    const value = { message_template_name: "volta", message_template_language: "pt_BR", message_template_element: "Olá {{1}}" };
    expect(said("message_template_components_update", value)).toMatchObject({ kind: "templateStatus", name: "volta", status: null });
  });
});

import type { AccountNotice, AccountSubject } from "@balcao/domain/connections";
import type { InboundEvent } from "@balcao/domain/messages";
import { dateAt, idAt, numberAt, objectAt, objectsAt, textAt, type PlainObject } from "../protocol/plainJson.js";

const DAY_MS = 86_400_000;
/** Meta never takes back a violation of its terms, nor what happened to the PIN; it is shown for this long. */
const VIOLATION_MS = 90 * DAY_MS;
const SECURITY_MS = 7 * DAY_MS;
/** A lock is reported again with each refused call. */
const LOCK_MS = DAY_MS;

interface Said {
  readonly subjects: readonly { readonly subject: AccountSubject; readonly object?: string }[];
  readonly notices: readonly AccountNotice[];
}

export const notice = (subject: AccountSubject, type: string, more: Partial<AccountNotice> = {}): AccountNotice => ({
  object: "",
  detail: "",
  until: null,
  ...more,
  subject,
  type: type.slice(0, 100),
  ...(more.detail === undefined ? {} : { detail: more.detail.slice(0, 300) }),
});

/** What a notice of one subject replaces: all of the subject. */
const only = (subject: AccountSubject, ...notices: readonly AccountNotice[]): Said => ({ subjects: [{ subject }], notices });

type Reader = (value: PlainObject | null, at: Date) => Said | null;

/** What the fields about an account say, after Meta's references of the webhooks. */
const READERS: Readonly<Record<string, Reader>> = {
  account_update: toAccountUpdate,
  account_alerts: (value) => {
    const info = objectAt(value, "alert_info") ?? value;
    const type = textAt(info, "alert_type");
    if (type === "") return null;
    const isActive = textAt(info, "alert_status") === "ACTIVE" && textAt(info, "alert_severity") !== "INFORMATIONAL";
    const active = notice("alert", type, { object: type, detail: textAt(info, "alert_description") });
    return { subjects: [{ subject: "alert", object: type }], notices: isActive ? [active] : [] };
  },
  account_review_update: (value) => {
    const decision = textAt(value, "decision");
    if (decision === "APPROVED") return { subjects: [{ subject: "review" }, { subject: "violation" }, { subject: "lock" }], notices: [] };
    return decision === "" ? null : only("review", notice("review", decision));
  },
  business_capability_update: (value) => {
    const limit = ["max_daily_conversations_per_business", "max_daily_conversation_per_phone"]
      .map((name) => idAt(value, name) || String(numberAt(value, name) ?? ""))
      .find((each) => each !== "");
    return limit === undefined ? null : only("limit", notice("limit", limit));
  },
  phone_number_quality_update: (value) => {
    const event = textAt(value, "event");
    const limit = idAt(value, "max_daily_conversations_per_business") || textAt(value, "current_limit");
    if (event === "") return null;
    const isBad = event === "FLAGGED" || event === "DOWNGRADE";
    return {
      subjects: [{ subject: "quality" }, ...(limit === "" ? [] : [{ subject: "limit" as const }])],
      notices: [...(isBad ? [notice("quality", event, { detail: limit })] : []), ...(limit === "" ? [] : [notice("limit", limit)])],
    };
  },
  phone_number_name_update: (value) => {
    const decision = textAt(value, "decision");
    if (decision === "") return null;
    const detail = [textAt(value, "requested_verified_name"), textAt(value, "rejection_reason")].filter(
      (each) => each !== "" && each !== "NONE",
    );
    return only("name", ...(decision === "REJECTED" ? [notice("name", decision, { detail: detail.join(": ") })] : []));
  },
  security: (value, at) => {
    const event = textAt(value, "event");
    if (event === "") return null;
    return only("security", notice("security", event, { until: new Date(at.getTime() + SECURITY_MS) }));
  },
  message_template_quality_update: (value) => {
    const name = textAt(value, "message_template_name");
    const score = textAt(value, "new_quality_score");
    if (name === "" || score === "") return null;
    const object = `${name}:${textAt(value, "message_template_language")}`;
    const isBad = score === "RED" || score === "YELLOW";
    return { subjects: [{ subject: "template", object }], notices: isBad ? [notice("template", score, { object, detail: name })] : [] };
  },
};

/** The fields of accounts that are read. */
export const NOTICE_FIELDS: readonly string[] = Object.keys(READERS);

/**
 * What Meta says of an account, its number or the quality of a template; null for a change that says nothing of the kind, after
 * which the status of the number is asked.
 */
export function toNotice(field: string, value: PlainObject | null, at: Date): InboundEvent | null {
  const said = Object.hasOwn(READERS, field) ? READERS[field]?.(value, at) : null;
  if (!said) return null;
  const digits = (textAt(value, "display_phone_number") || textAt(value, "phone_number")).replace(/\D/g, "");
  return { kind: "accountNotice", field, ...said, number: digits === "" ? null : digits, at };
}

/** An account that Meta has locked answers every call with this error. */
export function toLock(code: string | number | null, at: Date): InboundEvent | null {
  if (Number(code) !== 131031) return null;
  const until = new Date(at.getTime() + LOCK_MS);
  return { kind: "accountNotice", field: "errors", ...only("lock", notice("lock", String(code), { until })), number: null, at };
}

function toAccountUpdate(value: PlainObject | null, at: Date): Said | null {
  switch (textAt(value, "event")) {
    case "ACCOUNT_RESTRICTION":
      return only("restriction", ...objectsAt(value, "restriction_info").map(toRestriction));
    case "DISABLED_UPDATE":
      return toBan(objectAt(value, "ban_info"));
    case "ACCOUNT_VIOLATION": {
      const info = objectAt(value, "violation_info");
      const type = textAt(info, "violation_type");
      const until = new Date(at.getTime() + VIOLATION_MS);
      return {
        subjects: [],
        notices: [notice("violation", type || "VIOLATION", { object: type, detail: textAt(info, "remediation"), until })],
      };
    }
    case "ACCOUNT_DELETED":
    case "ACCOUNT_OFFBOARDED":
    case "PARTNER_REMOVED":
    case "PARTNER_APP_UNINSTALLED": {
      const info = objectAt(value, "disconnection_info");
      const detail = [textAt(info, "reason"), textAt(info, "initiated_by")].filter(Boolean).join(": ");
      return only("account", notice("account", textAt(value, "event"), { detail }));
    }
    case "ACCOUNT_RECONNECTED":
    case "PARTNER_ADDED":
    case "PARTNER_APP_INSTALLED":
      return only("account");
    default:
      return null;
  }
}

/** The end of a restriction comes as Unix seconds or as a date. */
function toRestriction(info: PlainObject): AccountNotice {
  const type = textAt(info, "restriction_type") || "RESTRICTION";
  return notice("restriction", type, { object: type, until: dateAt(info, "expiration") });
}

/** The account is or will be disabled, on a day that Meta writes in words; a reinstated one has no other fault left either. */
function toBan(info: PlainObject | null): Said | null {
  const state = textAt(info, "waba_ban_state");
  if (state === "") return null;
  if (state !== "REINSTATE") return only("ban", notice("ban", state, { detail: textAt(info, "waba_ban_date") }));
  return { subjects: (["ban", "restriction", "violation", "lock", "account"] as const).map((subject) => ({ subject })), notices: [] };
}

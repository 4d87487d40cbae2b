import type { AccountNoticeView } from "@balcao/contracts/connections";
import { levelOfNotice } from "@balcao/domain/connections";
import i18next from "i18next";
import { toDateAndClock } from "../../lib/time";

/** Meta's words that have a sentence of their own; others are shown as they are. */
const WORDS = [
  "SCHEDULE_FOR_DISABLE",
  "DISABLE",
  "RESTRICTED_ADD_PHONE_NUMBER_ACTION",
  "RESTRICTED_BIZ_INITIATED_MESSAGING",
  "RESTRICTED_CUSTOMER_INITIATED_MESSAGING",
  "FLAGGED",
  "DOWNGRADE",
  "YELLOW",
  "RED",
  "DECLINED",
] as const;
const isWord = (type: string): type is (typeof WORDS)[number] => WORDS.some((each) => each === type);

/** What a network says of an account, as a sentence with its date and end. */
function toNoticeText({ subject, type, detail, at, until }: AccountNoticeView): string {
  const ns = "connections";
  const word = isWord(type) ? i18next.t(`noticeType.${type}`, { ns }) : type;
  const sentence = i18next.t(`notice.${subject}`, { ns, type: word });
  const said = i18next.t("noticeSince", { ns, at: toDateAndClock(at) });
  const end = until === null ? "" : i18next.t("noticeUntil", { ns, until: toDateAndClock(until) });
  return [sentence, detail === "" ? "" : `${detail}.`, said, end].filter(Boolean).join(" ");
}

interface AccountNoticesProps {
  readonly notices: readonly AccountNoticeView[];
  /** Shows limits too; what is imported is shown everywhere, because it ends. */
  readonly all?: boolean;
}

/** What the network says of a connection's account, one sentence each, until it takes it back (D-310). */
export function AccountNotices({ notices, all = false }: AccountNoticesProps) {
  return notices
    .filter((notice) => all || notice.subject === "history" || levelOfNotice(notice) !== "fact")
    .map((notice) => (
      <span key={`${notice.subject} ${notice.object}`} className="longText connectionWhy" data-level={levelOfNotice(notice)}>
        {toNoticeText(notice)}
      </span>
    ));
}

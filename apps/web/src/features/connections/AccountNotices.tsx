import type { AccountNoticeView } from "@balcao/contracts/connections";
import { levelOfNotice } from "@balcao/domain/connections";
import { toNoticeText } from "./accountNotice";

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

import type { ConnectionHealthView } from "@balcao/contracts/health";
import { useTranslation } from "react-i18next";
import { toDateAndSeconds } from "../../lib/time";

/** What providers sent and this version does not read, by connection and name. */
export function UnreadList({ connections }: { readonly connections: readonly ConnectionHealthView[] }) {
  const { t } = useTranslation("health");
  if (connections.length === 0) return null;
  return (
    <section aria-labelledby="healthUnread">
      <h2 id="healthUnread">{t("unread")}</h2>
      <p className="healthNothing">{t("unreadHint")}</p>
      <ul className="healthNumbers">
        {connections.map(({ id, name, unread }) => (
          <li key={id} className="healthNumber">
            <h3>{name}</h3>
            <dl>
              {unread.map((each) => (
                <div key={each.name}>
                  <dt>{each.name}</dt>
                  <dd>{t("unreadCount", { count: each.seen, at: toDateAndSeconds(each.lastAt) })}</dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ul>
    </section>
  );
}

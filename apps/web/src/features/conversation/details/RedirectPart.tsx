import type { ContactView } from "@balcao/contracts/contacts";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { queuesQuery } from "../../../lib/data/queues";
import { allUsersQuery } from "../../../lib/data/users";

/** Where the new tickets of a contact go, and who gets those of a queue (D-132). */
export function RedirectPart({ contact }: { readonly contact: Pick<ContactView, "queue" | "user" | "redirect"> }) {
  const { t, i18n } = useTranslation("details");
  const { queue, user, redirect } = contact;
  const isSet = queue.length + user.length + redirect.length > 0;
  const { data: queues = [] } = useQuery({ ...queuesQuery, enabled: isSet });
  const { data: users = [] } = useQuery({ ...allUsersQuery, enabled: isSet });
  if (!isSet) return null;
  const queueName = (id: number) => queues.find((each) => each.id === id)?.name ?? `#${id}`;
  const userName = (id: number) => users.find((each) => each.id === id)?.name ?? `#${id}`;
  const list = (names: readonly string[]) => new Intl.ListFormat(i18n.language, { type: "unit" }).format(names);
  const rows: readonly (readonly [string, string])[] = [
    ...(queue.length > 0 ? [[t("redirect.queues"), list(queue.map(queueName))] as const] : []),
    ...(user.length > 0 ? [[t("redirect.people"), list(user.map(userName))] as const] : []),
    ...redirect.map(({ queueId, userId }) => [t("redirect.inQueue", { queue: queueName(queueId) }), userName(userId)] as const),
  ];
  return (
    <section>
      <h4>{t("redirect.title")}</h4>
      <dl className="detailsFacts">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <span>{value}</span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

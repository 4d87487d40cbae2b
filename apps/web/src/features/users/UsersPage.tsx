import type { ColleagueView, UserView } from "@balcao/contracts/users";
import PeopleOutlined from "@mui/icons-material/PeopleOutlined";
import { useInfiniteQuery } from "@tanstack/react-query";
import { lazy } from "react";
import { useTranslation } from "react-i18next";
import { joinUserPages, usersQuery } from "../../lib/data/users";
import { ListPage, toPagedList, useSettledTerm, type Column } from "../../ui/list";

const UserFormDialog = lazy(() => import("./UserFormDialog").then((module) => ({ default: module.UserFormDialog })));

type Person = UserView | ColleagueView;

/** The people who answer customers, for administrators (USER-001, USER-002). */
export function UsersPage() {
  const { t } = useTranslation(["users", "common"]);
  const { settled, ...search } = useSettledTerm();
  const read = useInfiniteQuery(usersQuery(settled));
  const loaded = read.data && joinUserPages(read.data.pages);
  const columns: readonly Column<Person>[] = [
    { id: "profile", cell: ({ profile }) => t(`common:account.profile.${profile}`) },
    { id: "queues", cell: ({ queues }) => queues.map(({ name }) => name).join(", ") || t("users:noQueues") },
    {
      id: "active",
      cell: ({ active }) => (
        <span className="chip" data-tone={active ? "success" : "warning"}>
          {active ? t("users:active") : t("users:inactive")}
        </span>
      ),
    },
  ];
  return (
    <ListPage
      area="users"
      icon={PeopleOutlined}
      list={toPagedList<Person>({ items: loaded?.users, count: loaded?.count, ...search }, read)}
      keyOf={({ id }) => id}
      nameOf={({ name }) => name}
      subtitleOf={(person) => ("email" in person ? person.email : null)}
      columns={columns}
      editable={false}
      form={({ onClose }) => <UserFormDialog onClose={onClose} />}
    />
  );
}

import type { ColleagueView, UserView } from "@balcao/contracts/users";
import BlockRounded from "@mui/icons-material/BlockRounded";
import Check from "@mui/icons-material/Check";
import PeopleOutlined from "@mui/icons-material/PeopleOutlined";
import UploadFileOutlined from "@mui/icons-material/UploadFileOutlined";
import Button from "@mui/material/Button";
import { useInfiniteQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { joinUserPages, usersQuery } from "../../lib/data/users";
import { useSelf } from "../../lib/session";
import { UserImportNote } from "./UserImportNote";
import { removeUser } from "./useUserForm";
import { ListPage, toPagedList, useSettledTerm, type Column } from "../../ui/list";

const UserFormDialog = lazy(() => import("./UserFormDialog").then((module) => ({ default: module.UserFormDialog })));

const ImportDialog = lazy(() => import("./ImportDialog").then((module) => ({ default: module.ImportDialog })));

type Person = UserView | ColleagueView;

/** The users, for administrators (USER-002). */
export function UsersPage() {
  const { t } = useTranslation(["users", "common"]);
  const self = useSelf();
  const { settled, ...search } = useSettledTerm();
  const [importing, setImporting] = useState(false);
  const read = useInfiniteQuery(usersQuery(settled));
  const loaded = read.data && joinUserPages(read.data.pages);
  const columns: readonly Column<Person>[] = [
    { id: "profile", cell: ({ profile }) => t(`common:account.profile.${profile}`) },
    { id: "connection", cell: (person) => ("email" in person && person.whatsapp?.name) || null, nothing: t("users:noConnection") },
    {
      id: "queues",
      cell: ({ queues }) => (queues.length > 0 ? <span className="longText">{queues.map(({ name }) => name).join(", ")}</span> : null),
      nothing: t("users:noQueues"),
    },
    {
      id: "active",
      cell: ({ active }) => (
        <span className="chip" data-tone={active ? "success" : "warning"}>
          {active ? <Check aria-hidden /> : <BlockRounded aria-hidden />}
          {active ? t("users:active") : t("users:inactive")}
        </span>
      ),
    },
  ];
  return (
    <ListPage
      area="users"
      event="user"
      icon={PeopleOutlined}
      list={toPagedList<Person>({ items: loaded?.users, count: loaded?.count, ...search }, read)}
      keyOf={({ id }) => id}
      nameOf={({ name }) => name}
      pictureOf={({ profilePicUrl }) => profilePicUrl}
      presenceOf={({ status }) => status}
      subtitleOf={(person) => ("email" in person ? person.email : null)}
      columns={columns}
      controls={
        <>
          <Button variant="outlined" startIcon={<UploadFileOutlined />} onClick={() => setImporting(true)}>
            {t("users:import.button")}
          </Button>
          {importing && (
            <Suspense>
              <ImportDialog onClose={() => setImporting(false)} />
            </Suspense>
          )}
        </>
      }
      notes={!importing && <UserImportNote />}
      form={({ editing, onClose }) => <UserFormDialog editing={editing && "email" in editing ? editing : null} onClose={onClose} />}
      remove={removeUser}
      mayRemove={({ id }) => id !== self.id}
    />
  );
}

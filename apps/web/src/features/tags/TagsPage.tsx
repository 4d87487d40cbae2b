import type { TagView } from "@balcao/contracts/tags";
import LocalOfferOutlined from "@mui/icons-material/LocalOfferOutlined";
import Button from "@mui/material/Button";
import Popover from "@mui/material/Popover";
import { useQuery } from "@tanstack/react-query";
import { lazy, useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../lib/api";
import { addRemark } from "../../lib/data/remarks";
import { useRights } from "../../lib/data/rights";
import { wholeList } from "../../lib/data/wholeLists";
import { ColorDot, Spinner } from "../../ui";
import { ListPage, useWholeList, type Column } from "../../ui/list";
import { tagQuery } from "./tagQuery";
import "./tags.css";

/** How many contacts have a tag; a click lists them (TAG-001). */
function TagContacts({ tag }: { readonly tag: TagView }) {
  const { t } = useTranslation("tags");
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const count = t("contactsCount", { count: tag.contactsCount });
  if (tag.contactsCount === 0) return count;
  return (
    <>
      <Button
        size="small"
        variant="text"
        className="tagContactsButton"
        aria-haspopup="dialog"
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {count}
      </Button>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: "bottom", horizontal: "left" }}
        slotProps={{ paper: { role: "dialog", "aria-label": t("contactsOf", { name: tag.name }) } }}
      >
        <ContactNames tagId={tag.id} />
      </Popover>
    </>
  );
}

function ContactNames({ tagId }: { readonly tagId: number }) {
  const { t } = useTranslation("tags");
  const { data } = useQuery(tagQuery(tagId));
  if (!data) return <Spinner />;
  return (
    <>
      <ul className="tagContacts" tabIndex={0}>
        {data.contacts.map(({ id, name }) => (
          <li key={id}>{name}</li>
        ))}
      </ul>
      {data.contactsCut && <p className="tagContactsCut">{t("contactsCut", { shown: data.contacts.length, count: data.contactsCount })}</p>}
    </>
  );
}

const TagFormDialog = lazy(() => import("./TagFormDialog").then((module) => ({ default: module.TagFormDialog })));

const COLUMNS: readonly Column<TagView>[] = [
  { id: "color", cell: ({ color }) => <ColorDot color={color} named /> },
  { id: "contacts", cell: (tag) => <TagContacts tag={tag} /> },
];

async function remove({ id, name }: TagView): Promise<void> {
  await call("tags", "delete", { params: { tagId: id } });
  addRemark({ descricao: `Excluiu a etiqueta ${name}`, origem: "Tags", tagId: id });
}

/** The tags of contacts: everybody sees them, and changes those that she may (D-269). */
export function TagsPage() {
  const { t } = useTranslation("tags");
  const { maintain, mayAlter } = useRights();
  const mine = ({ userId }: TagView) => mayAlter("maintain", userId);
  return (
    <ListPage
      area="tags"
      event="tag"
      icon={LocalOfferOutlined}
      list={useWholeList<TagView>(useQuery(wholeList("tags")))}
      keyOf={({ id }) => id}
      nameOf={({ name }) => name}
      columns={COLUMNS}
      form={({ editing, onClose }) => <TagFormDialog editing={editing} onClose={onClose} />}
      addable={maintain}
      mayEdit={mine}
      mayRemove={mine}
      remove={remove}
      touchedBy={({ contactsCount }) => t("lost", { count: contactsCount })}
    />
  );
}

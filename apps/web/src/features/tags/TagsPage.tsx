import type { TagView } from "@balcao/contracts/tags";
import LocalOfferOutlined from "@mui/icons-material/LocalOfferOutlined";
import { useQuery } from "@tanstack/react-query";
import { lazy } from "react";
import { call } from "../../lib/api";
import { addRemark } from "../../lib/data/remarks";
import { wholeList } from "../../lib/data/wholeLists";
import { ColorDot } from "../../ui";
import { ListPage, useWholeList, type Column } from "../../ui/list";
import { TagContacts } from "./TagContacts";

const TagFormDialog = lazy(() => import("./TagFormDialog").then((module) => ({ default: module.TagFormDialog })));

const COLUMNS: readonly Column<TagView>[] = [
  { id: "color", cell: ({ color }) => <ColorDot color={color} named /> },
  { id: "contacts", cell: (tag) => <TagContacts tag={tag} /> },
];

async function remove({ id, name }: TagView): Promise<void> {
  await call("tags", "delete", { params: { tagId: id } });
  addRemark({ descricao: `Excluiu a etiqueta ${name}`, origem: "Tags", tagId: id });
}

/** The tags of contacts, for everybody (TAG-001, TAG-003). */
export function TagsPage() {
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
      remove={remove}
    />
  );
}

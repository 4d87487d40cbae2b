import type { ContactView } from "@balcao/contracts/contacts";
import Add from "@mui/icons-material/Add";
import Check from "@mui/icons-material/Check";
import Button from "@mui/material/Button";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { call, toErrorText } from "../../../lib/api";
import { updateContact } from "../../../lib/data/contacts";
import { wholeList } from "../../../lib/data/wholeLists";
import { useOffline } from "../../../lib/live";
import { queryClient } from "../../../lib/queryClient";
import { toasts } from "../../../lib/toasts";
import { ColorDot, UnreadChoices } from "../../../ui";

interface TagsPartProps {
  readonly contact: Pick<ContactView, "id" | "name" | "tags">;
  readonly mayEdit: boolean;
}

/** The tags of the contact; whoever may change it opens the list with one click, and adds or takes one with the next. */
export function TagsPart({ contact, mayEdit }: TagsPartProps) {
  const { t } = useTranslation("details");
  const { tags } = contact;
  if (tags.length === 0 && !mayEdit) return null;
  return (
    <section>
      <h4>{t("tags")}</h4>
      <ul className="detailsTags">
        {tags.map(({ id, name, color }) => (
          <li key={id}>
            <ColorDot color={color} />
            <span className="ellipsis">{name}</span>
          </li>
        ))}
      </ul>
      {mayEdit && <TagMenu contact={contact} />}
    </section>
  );
}

function TagMenu({ contact }: Pick<TagsPartProps, "contact">) {
  const { t } = useTranslation("details");
  const offline = useOffline();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { data: all = [], isSuccess, isError } = useQuery({ ...wholeList("tags"), enabled: anchor !== null });
  const had = new Set(contact.tags.map(({ id }) => id));
  const toggle = (tagId: number) => {
    setAnchor(null);
    void change(contact, had.has(tagId) ? { removedTagIds: [tagId] } : { addedTagIds: [tagId] });
  };
  return (
    <>
      <Button
        size="small"
        variant="text"
        startIcon={<Add />}
        disabled={offline}
        aria-haspopup="menu"
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        {t("addTag")}
      </Button>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        {all.map(({ id, name, color }) => (
          <MenuItem key={id} role="menuitemcheckbox" aria-checked={had.has(id)} onClick={() => toggle(id)}>
            <ColorDot color={color} />
            <span className="detailsTagName ellipsis">{name}</span>
            {had.has(id) && <Check aria-hidden />}
          </MenuItem>
        ))}
        {isSuccess && all.length === 0 && <MenuItem disabled>{t("noTags")}</MenuItem>}
        {isError && <UnreadChoices />}
      </Menu>
    </>
  );
}

async function change({ id: contactId, name }: TagsPartProps["contact"], tags: { addedTagIds: number[] } | { removedTagIds: number[] }) {
  const log = { descricao: `Alterou as etiquetas do contato ${name}`, origem: "Tickets", contactId };
  try {
    const contact = await call("contacts", "change", { params: { contactId }, body: { ...tags, log } });
    updateContact(queryClient, { action: "update", contact, contactId });
  } catch (error) {
    toasts.error(toErrorText(error));
  }
}

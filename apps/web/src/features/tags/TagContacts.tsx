import type { TagView } from "@balcao/contracts/tags";
import Button from "@mui/material/Button";
import Popover from "@mui/material/Popover";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Spinner } from "../../ui";
import { tagQuery } from "./tagQuery";
import "./tags.css";

/** How many contacts have a tag; a click lists them (TAG-001). */
export function TagContacts({ tag }: { readonly tag: TagView }) {
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
  const { data } = useQuery(tagQuery(tagId));
  if (!data) return <Spinner />;
  return (
    <ul className="tagContacts" tabIndex={0}>
      {data.contacts.map(({ id, name }) => (
        <li key={id}>{name}</li>
      ))}
    </ul>
  );
}

import type { ContactView } from "@balcao/contracts/contacts";
import type { ContactRow } from "@balcao/database/contacts";
import type { Presenter } from "../tickets/index.js";

/** A contact for the wire, under its documented names. */
export function contactView(row: ContactRow, { fileUrl }: Pick<Presenter, "fileUrl">): ContactView {
  return {
    id: row.id,
    name: row.name,
    number: row.number,
    email: row.email,
    profilePicUrl: row.pictureFileId === null ? null : fileUrl(row.pictureFileId),
    isGroup: row.isGroup,
    respostaAutomatica: row.autoReply,
    tags: row.tags,
    extraInfo: row.extras,
  };
}

import type { ContactView } from "@balcao/contracts/contacts";
import type { ContactRow } from "@balcao/database/contacts";
import type { Presenter } from "../../inbox/tickets/index.js";

/** Converts a contact to its wire fields. */
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
    queue: row.queueIds,
    user: row.userIds,
    redirect: row.redirects,
    optOut: row.optOut && { ...row.optOut, at: new Date(row.optOut.at).toISOString() },
  };
}

import type { GuestView, TicketView } from "@balcao/contracts/tickets";
import { mayEndInvitation } from "@balcao/domain/tickets";
import GroupAddOutlined from "@mui/icons-material/GroupAddOutlined";
import Button from "@mui/material/Button";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { call, toErrorText } from "../../../lib/api";
import { useSettings } from "../../../lib/data/settings";
import { useOffline } from "../../../lib/live";
import { toActor, useSelf } from "../../../lib/session";
import { toasts } from "../../../lib/toasts";
import { Avatar } from "../../../ui";
import { TitledDialog } from "../../../ui/TitledDialog";
import "./guests.css";

/** So many faces are drawn in the header. */
const SHOWN = 3;

interface GuestsProps {
  readonly ticket: TicketView;
  readonly guests: readonly GuestView[];
}

/** The faces of a conversation's guests, which open the list of who invited whom (D-551). */
export function GuestMarks({ ticket, guests }: GuestsProps) {
  const { t } = useTranslation("guests");
  const [open, setOpen] = useState(false);
  const names = t("list.faces", { names: guests.map(({ name }) => name).join(", ") });
  return (
    <>
      <button type="button" className="guestMarks" aria-haspopup="dialog" aria-label={names} title={names} onClick={() => setOpen(true)}>
        <GroupAddOutlined aria-hidden />
        {guests.slice(0, SHOWN).map(({ id, name, profilePicUrl }) => (
          <Avatar key={id} name={name} src={profilePicUrl} size={24} />
        ))}
        {guests.length > SHOWN && <span className="guestMore">+{guests.length - SHOWN}</span>}
      </button>
      {open && <GuestsDialog ticket={ticket} guests={guests} onClose={() => setOpen(false)} />}
    </>
  );
}

function GuestsDialog({ ticket, guests, onClose }: GuestsProps & { readonly onClose: () => void }) {
  const { t } = useTranslation(["guests", "common"]);
  return (
    <TitledDialog title={t("guests:list.title")} subtitle={`#${ticket.id} · ${ticket.contact.name}`} width={444} onClose={onClose}>
      <ul className="dialogBody guestList">
        {guests.map((guest) => (
          <Guest key={guest.id} ticket={ticket} guest={guest} onEnded={guests.length === 1 ? onClose : undefined} />
        ))}
      </ul>
      <div className="dialogFoot">
        <Button onClick={onClose}>{t("common:action.close")}</Button>
      </div>
    </TitledDialog>
  );
}

interface GuestProps {
  readonly ticket: TicketView;
  readonly guest: GuestView;
  /** Nobody is left in the list. */
  readonly onEnded: (() => void) | undefined;
}

/** A guest, who invited them, and the way out. */
function Guest({ ticket, guest, onEnded }: GuestProps) {
  const { t } = useTranslation("guests");
  const self = useSelf();
  const settings = useSettings();
  const offline = useOffline();
  const end = useMutation({
    mutationFn: () => call("tickets", "endInvitation", { params: { ticketId: ticket.id, userId: guest.id }, body: {} }),
    onSuccess: () => onEnded?.(),
    onError: (error) => toasts.error(toErrorText(error)),
  });
  const mayEnd = mayEndInvitation(toActor(self), settings, ticket, { userId: guest.id, invitedById: guest.invitedBy?.id ?? 0 });
  const isSelf = guest.id === self.id;
  return (
    <li>
      <Avatar name={guest.name} src={guest.profilePicUrl} size={32} />
      <span className="guestName">
        <span className="ellipsis">{guest.name}</span>
        {guest.invitedBy && <span className="ellipsis">{t("list.by", { name: guest.invitedBy.name })}</span>}
      </span>
      {mayEnd && (
        <Button
          size="small"
          variant="text"
          disabled={end.isPending || offline}
          aria-label={isSelf ? undefined : t("list.endNamed", { name: guest.name })}
          onClick={() => end.mutate()}
        >
          {t(isSelf ? "list.leave" : "list.end")}
        </Button>
      )}
    </li>
  );
}

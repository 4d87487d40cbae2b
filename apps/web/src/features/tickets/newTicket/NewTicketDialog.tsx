import type { TicketView } from "@balcao/contracts/tickets";
import Button from "@mui/material/Button";
import type { CSSProperties } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";
import { useSelf } from "../../../lib/session";
import { FormDialog, FormNotice, FormSelect } from "../../../ui/form";
import type { NewTicketSeed } from "../../conversation";
import { ContactField } from "./ContactField";
import { useNewTicket } from "./useNewTicket";

const LACKS = {
  connection: { path: "/connections", text: "missing.connection", link: "missing.addConnection" },
  queue: { path: "/queues", text: "missing.queue", link: "missing.addQueue" },
} as const;

/** Says what is missing before a ticket can be opened, with a link for administrators. */
function MissingNotice({ what }: { readonly what: keyof typeof LACKS }) {
  const { t } = useTranslation("newTicket");
  const isAdmin = useSelf().profile === "admin";
  const { path, text, link } = LACKS[what];
  return (
    <FormNotice>
      {t(text)} {!isAdmin && t("missing.askAdmin")}
      {isAdmin && (
        <Button size="small" color="inherit" component={Link} to={path}>
          {t(link)}
        </Button>
      )}
    </FormNotice>
  );
}

interface NewTicketDialogProps {
  readonly seed: NewTicketSeed;
  readonly onClose: () => void;
  readonly onOpened: (ticket: TicketView) => void;
}

/** Starts a conversation: contact, queue, connection (INBOX-035…INBOX-046). */
export function NewTicketDialog({ seed, onClose, onOpened }: NewTicketDialogProps) {
  const { t } = useTranslation("newTicket");
  const { form, queues, connections, existing, ...ticket } = useNewTicket(seed.chosen ?? null, onOpened);
  return (
    <FormDialog
      title={t("title")}
      form={form}
      submitLabel={t("create")}
      unable={existing !== null || queues.length === 0 || connections.length === 0}
      onClose={onClose}
    >
      {ticket.connectionsLoaded && connections.length === 0 && <MissingNotice what="connection" />}
      {queues.length === 0 && <MissingNotice what="queue" />}
      <ContactField seed={seed.contact ?? null} chosen={ticket.contact} onChoose={ticket.chooseContact} error={form.faultOf("contactId")} />
      {existing && (
        <FormNotice>
          {existing.sentence}
          {existing.ticket && (
            <Button size="small" color="inherit" onClick={() => existing.ticket && onOpened(existing.ticket)}>
              {t("openExisting")}
            </Button>
          )}
        </FormNotice>
      )}
      <div className="formPair">
        <FormSelect
          of={form}
          name="queueId"
          label={t("queue")}
          placeholder={t("choose")}
          options={queues}
          adornment={(queue) => <span className="queueDot" style={{ "--queue": queue.color } as CSSProperties} />}
        />
        {connections.length !== 1 && (
          <FormSelect
            of={form}
            name="whatsappId"
            label={t("connection")}
            placeholder={t("choose")}
            options={connections}
            onChosen={ticket.forgetExisting}
          />
        )}
      </div>
    </FormDialog>
  );
}

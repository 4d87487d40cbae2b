import CloseRounded from "@mui/icons-material/CloseRounded";
import IconButton from "@mui/material/IconButton";
import type { TicketView } from "@balcao/contracts/tickets";
import { matches } from "@balcao/domain/access";
import { TICKET_SENTENCES, ticketCondition } from "@balcao/domain/tickets";
import { useQuery } from "@tanstack/react-query";
import { useState, type CSSProperties } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../../lib/api";
import { connectionsQuery } from "../../../lib/data/connections";
import { queuesQuery } from "../../../lib/data/queues";
import { useSettings } from "../../../lib/data/settings";
import { toActor, useSelf } from "../../../lib/session";
import { toasts } from "../../../lib/toasts";
import { Avatar, SearchPicker, SelectField, TextInput } from "../../../ui";
import { useTicketChange } from "../useTicketChange";
import { TicketDialog } from "./TicketDialog";

const searchUsers = async (text: string, signal: AbortSignal) =>
  (await call("users", "list", { query: { searchParam: text } }, { signal })).users.filter((user) => user.active);
type Colleague = Awaited<ReturnType<typeof searchUsers>>[number];

const asOption = ({ id, name }: { readonly id: number; readonly name: string }) => ({ value: String(id), label: name });

/** Hands a ticket to another person, queue or connection (TICKET-012, TICKET-013, TICKET-036, TICKET-037, TICKET-040). */
export function TransferDialog({
  ticket,
  onClose,
  onMoved,
}: {
  readonly ticket: TicketView;
  readonly onClose: () => void;
  readonly onMoved: () => void;
}) {
  const { t } = useTranslation(["conversation", "common"]);
  const settings = useSettings();
  const self = useSelf();
  const { data: queues = [] } = useQuery(queuesQuery);
  const { data: connections = [] } = useQuery(connectionsQuery);
  const change = useTicketChange({ quiet: true });
  const [colleague, setColleague] = useState<Colleague | null>(null);
  const [queueId, setQueueId] = useState(ticket.queueId === null ? "" : String(ticket.queueId));
  const [connectionId, setConnectionId] = useState(ticket.whatsappId === null ? "" : String(ticket.whatsappId));
  const [message, setMessage] = useState("");
  const [tried, setTried] = useState(false);

  const facts = { status: ticket.status, isGroup: ticket.isGroup, queueId: ticket.queueId, userId: ticket.userId };
  const mayMoveConnection = !ticket.isGroup && matches(ticketCondition("ticket:transferWhatsapp", toActor(self), settings), facts);
  // A person can only take what is in one of their queues.
  const offered =
    colleague && colleague.profile !== "admin" ? queues.filter((queue) => colleague.queues.some(({ id }) => id === queue.id)) : queues;
  const chosenQueue = offered.find((queue) => String(queue.id) === queueId);
  const missing = tried && (!chosenQueue || connectionId === "") ? TICKET_SENTENCES.transferFields : undefined;
  const messageMissing = tried && settings.forceTransferMessage && message.trim() === "";

  const submit = () => {
    setTried(true);
    if (!chosenQueue || connectionId === "" || change.isPending || (settings.forceTransferMessage && message.trim() === "")) return;
    const text = message.trim();
    change.mutate(
      {
        ticketId: ticket.id,
        wire: {
          intent: "transfer",
          input: { queueId: chosenQueue.id, connectionId: Number(connectionId), ...(colleague && { userId: colleague.id }) },
        },
        texts: text === "" ? {} : { transferMessage: text },
      },
      {
        onSuccess: () => {
          toasts.success(t("conversation:transfer.done"));
          onClose();
          onMoved();
        },
      },
    );
  };

  return (
    <TicketDialog
      title={t("conversation:transfer.title")}
      subtitle={`#${ticket.id} · ${ticket.contact.name}`}
      onClose={onClose}
      onSubmit={submit}
      deed={t("conversation:action.transfer")}
      pending={change.isPending}
      error={change.error}
    >
      {colleague ? (
        <div className="field">
          <span className="fieldLabel">{t("conversation:transfer.user")}</span>
          <div className="chosen">
            <Avatar name={colleague.name} src={colleague.profilePicUrl} size={28} presence={colleague.status} />
            <span className="ellipsis">{colleague.name}</span>
            <IconButton size="small" aria-label={t("conversation:transfer.removeUser")} onClick={() => setColleague(null)}>
              <CloseRounded />
            </IconButton>
          </div>
        </div>
      ) : (
        <SearchPicker
          name="users"
          label={t("conversation:transfer.user")}
          optional={t("common:form.optional")}
          help={t("conversation:transfer.noUser")}
          autoFocus
          search={searchUsers}
          toKey={(user) => user.id}
          toLabel={(user) => user.name}
          draw={(user) => (
            <>
              <Avatar name={user.name} src={user.profilePicUrl} size={28} presence={user.status} />
              <span className="ellipsis">{user.name}</span>
              <span className="searchPickerFact">{t(`common:account.status.${user.status}`)}</span>
            </>
          )}
          onPick={setColleague}
        />
      )}
      <div className="ticketDialogPair">
        <SelectField
          label={t("conversation:transfer.queue")}
          placeholder={t("conversation:transfer.choose")}
          value={chosenQueue ? queueId : ""}
          onChange={setQueueId}
          options={offered.map(asOption)}
          error={chosenQueue ? undefined : missing}
          adornment={chosenQueue && <span className="queueDot" style={{ "--queue": chosenQueue.color } as CSSProperties} />}
        />
        {mayMoveConnection && (
          <SelectField
            label={t("conversation:transfer.connection")}
            placeholder={t("conversation:transfer.choose")}
            value={connectionId}
            onChange={setConnectionId}
            options={connections.map(asOption)}
            error={connectionId === "" ? missing : undefined}
          />
        )}
      </div>
      <TextInput
        label={t("conversation:transfer.message")}
        {...(!settings.forceTransferMessage && { optional: t("common:form.optional") })}
        multiline
        minRows={2}
        maxRows={5}
        value={message}
        error={messageMissing ? TICKET_SENTENCES.transferFields : undefined}
        onChange={(event) => setMessage(event.target.value.slice(0, 4_000))}
      />
    </TicketDialog>
  );
}

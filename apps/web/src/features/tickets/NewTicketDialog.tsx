import CloseRounded from "@mui/icons-material/CloseRounded";
import PersonAddAltOutlined from "@mui/icons-material/PersonAddAltOutlined";
import WarningRounded from "@mui/icons-material/WarningRounded";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import type { TicketView } from "@balcao/contracts/tickets";
import { can } from "@balcao/domain/access";
import { digitsOf, formatPhone, isContactNumber } from "@balcao/domain/contacts";
import { existingTicketSentence, TICKET_SENTENCES } from "@balcao/domain/tickets";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState, type CSSProperties } from "react";
import { useTranslation } from "react-i18next";
import { FIELD_MESSAGES } from "@balcao/domain/forms";
import { ptOnly } from "../../i18n/literals";
import { ApiError, call, toErrorText } from "../../lib/api";
import { connectionsQuery } from "../../lib/data/connections";
import { putTicket } from "../../lib/data/ticketLists";
import { queryClient } from "../../lib/queryClient";
import { toActor, useSelf } from "../../lib/session";
import { Avatar, SearchPicker, SelectField, Spinner, TextInput } from "../../ui";
import { TicketDialog, type NewTicketSeed } from "../conversation";
import { useQueueSelection } from "./listFilter";

interface Chosen {
  readonly id: number;
  readonly name: string;
  readonly number: string | null;
}

/** The live ticket that stands in the way of a new one; `ticket` only where it may be opened. */
interface Existing {
  readonly sentence: string;
  readonly ticket: TicketView | null;
}

const searchContacts = async (text: string, signal: AbortSignal) =>
  (await call("contacts", "list", { query: { searchParam: text } }, { signal })).contacts;

/** Reads the ticket that already is there and says so in the documented words (INBOX-042…INBOX-046). */
async function findExisting(contactId: number, whatsappId: number): Promise<Existing> {
  const found = await call("tickets", "byContact", { params: { contactId }, query: { whatsappId } });
  return {
    sentence: existingTicketSentence({ status: found.status, userName: found.user?.name ?? null, queueName: found.queue?.name ?? null }),
    ticket: "id" in found ? found : null,
  };
}

interface ContactFormProps {
  readonly seed: { readonly name: string; readonly number: string };
  readonly onCreated: () => void;
  readonly onCancel: () => void;
}

/** A contact made on the way to a ticket (INBOX-037, D-042). */
function NewContact({ seed, onCreated, onCancel }: ContactFormProps) {
  const { t } = useTranslation(["tickets", "common"]);
  const [name, setName] = useState(seed.name);
  const [number, setNumber] = useState(seed.number);
  const [tried, setTried] = useState(false);
  const digits = digitsOf(number);
  const nameOk = name.trim().length >= 2 && name.trim().length <= 50;
  const create = useMutation({
    mutationFn: () => call("contacts", "create", { body: { name: name.trim(), number: digits, respostaAutomatica: true } }),
    onSuccess: onCreated,
  });
  const submit = () => {
    setTried(true);
    if (nameOk && isContactNumber(digits) && !create.isPending) create.mutate();
  };
  return (
    <div className="newContact" role="group" aria-label={t("tickets:new.addContact")}>
      {create.error && (
        <p className="notice" data-error role="alert">
          <WarningRounded aria-hidden />
          {toErrorText(create.error)}
        </p>
      )}
      <TextInput
        label={t("tickets:new.contactName")}
        value={name}
        autoFocus
        error={tried && !nameOk ? (name.trim().length > 50 ? FIELD_MESSAGES.long : FIELD_MESSAGES.short) : undefined}
        onChange={(event) => setName(event.target.value)}
      />
      <TextInput
        label={t("tickets:new.contactNumber")}
        value={number}
        inputMode="tel"
        placeholder="5511912345678"
        error={tried && !isContactNumber(digits) ? (digits.length > 50 ? FIELD_MESSAGES.long : FIELD_MESSAGES.short) : undefined}
        onChange={(event) => setNumber(event.target.value)}
      />
      <div className="newContactDeeds">
        <Button size="small" variant="text" onClick={onCancel}>
          {t("common:action.cancel")}
        </Button>
        <Button
          size="small"
          variant="tonal"
          disabled={create.isPending}
          startIcon={create.isPending ? <Spinner size={14} /> : undefined}
          onClick={submit}
        >
          {t("tickets:new.saveContact")}
        </Button>
      </div>
    </div>
  );
}

interface NewTicketDialogProps {
  readonly seed: NewTicketSeed;
  readonly onClose: () => void;
  readonly onOpened: (ticket: TicketView) => void;
}

const asOption = ({ id, name }: { readonly id: number; readonly name: string }) => ({ value: String(id), label: name });

/** Starts a conversation: contact, queue, connection (INBOX-035…INBOX-046). */
export function NewTicketDialog({ seed, onClose, onOpened }: NewTicketDialogProps) {
  const { t } = useTranslation(["tickets", "common"]);
  const self = useSelf();
  const { offered } = useQueueSelection();
  const queues = self.profile === "admin" && self.queues.length === 0 ? offered : self.queues;
  const { data: connections = [] } = useQuery(connectionsQuery);
  const [contact, setContact] = useState<Chosen | null>(null);
  const [adding, setAdding] = useState<{ readonly name: string; readonly number: string } | null>(seed.contact ?? null);
  const [created, setCreated] = useState(false);
  const [queueId, setQueueId] = useState(queues.length === 1 ? String(queues[0]?.id ?? "") : "");
  const [picked, setPicked] = useState<string | null>(null);
  const [tried, setTried] = useState(false);
  const preset = connections.find((each) => each.isDefault) ?? (connections.length === 1 ? connections[0] : undefined);
  const connectionId = picked ?? (preset ? String(preset.id) : "");
  const queue = queues.find((each) => String(each.id) === queueId);

  const create = useMutation({
    mutationFn: async (place: {
      readonly contactId: number;
      readonly queueId: number;
      readonly whatsappId: number;
    }): Promise<TicketView | Existing> => {
      try {
        return await call("tickets", "create", { body: { ...place, userId: self.id, status: "open" } });
      } catch (error) {
        if (error instanceof ApiError && error.code === "ERR_OTHER_OPEN_TICKET") return findExisting(place.contactId, place.whatsappId);
        throw error;
      }
    },
    onSuccess: (answer) => {
      if (!("id" in answer)) return;
      putTicket(queryClient, answer);
      onOpened(answer);
    },
  });
  const existing = create.data && !("id" in create.data) ? create.data : null;
  const submit = () => {
    setTried(true);
    if (contact && queue && connectionId !== "" && !create.isPending)
      create.mutate({ contactId: contact.id, queueId: queue.id, whatsappId: Number(connectionId) });
  };

  return (
    <TicketDialog
      title={t("tickets:new.title")}
      onClose={onClose}
      onSubmit={submit}
      deed={t("tickets:new.create")}
      pending={create.isPending}
      unable={existing !== null}
    >
      {contact ? (
        <div className="field">
          <span className="fieldLabel">{t("tickets:new.contact")}</span>
          <div className="chosen">
            <Avatar name={contact.name} size={28} />
            <span className="ellipsis">{contact.name}</span>
            <span className="searchPickerFact">{contact.number === null ? "" : formatPhone(contact.number)}</span>
            <IconButton
              size="small"
              aria-label={t("tickets:new.removeContact")}
              onClick={() => {
                setContact(null);
                create.reset();
              }}
            >
              <CloseRounded />
            </IconButton>
          </div>
        </div>
      ) : adding ? (
        <NewContact
          seed={adding}
          onCancel={() => setAdding(null)}
          onCreated={() => {
            setAdding(null);
            setCreated(true);
            void queryClient.invalidateQueries({ queryKey: ["search", "contacts"] });
          }}
        />
      ) : (
        <SearchPicker
          name="contacts"
          label={t("tickets:new.contact")}
          placeholder={t("tickets:new.searchContact")}
          help={created ? ptOnly.chooseCreatedContact : undefined}
          error={tried ? t("tickets:new.chooseContact") : undefined}
          autoFocus
          search={searchContacts}
          toKey={(found) => found.id}
          toLabel={(found) => found.name}
          draw={(found) => (
            <>
              <Avatar name={found.name} size={28} />
              <span className="ellipsis">{found.name}</span>
              {found.number !== null && (
                <span className="searchPickerFact">{found.isGroup ? t("tickets:new.group") : formatPhone(found.number)}</span>
              )}
            </>
          )}
          onPick={setContact}
          after={(text) =>
            can(toActor(self), "contacts:add") && (
              <div>
                <Button
                  size="small"
                  variant="text"
                  color="primary"
                  startIcon={<PersonAddAltOutlined />}
                  onClick={() =>
                    setAdding(isContactNumber(digitsOf(text)) ? { name: "", number: digitsOf(text) } : { name: text, number: "" })
                  }
                >
                  {t("tickets:new.addContact")}
                </Button>
              </div>
            )
          }
        />
      )}
      {existing && (
        <div className="notice" role="alert">
          <WarningRounded aria-hidden />
          <div>
            {existing.sentence}
            {existing.ticket && (
              <Button size="small" color="inherit" onClick={() => existing.ticket && onOpened(existing.ticket)}>
                {t("tickets:new.openExisting")}
              </Button>
            )}
          </div>
        </div>
      )}
      {create.error && (
        <p className="notice" data-error role="alert">
          <WarningRounded aria-hidden />
          {toErrorText(create.error)}
        </p>
      )}
      <div className="ticketDialogPair">
        <SelectField
          label={t("tickets:new.queue")}
          placeholder={t("tickets:new.choose")}
          value={queueId}
          onChange={setQueueId}
          options={queues.map(asOption)}
          error={tried && !queue ? TICKET_SENTENCES.queueRequired : undefined}
          adornment={queue && <span className="queueDot" style={{ "--queue": queue.color } as CSSProperties} />}
        />
        {connections.length !== 1 && (
          <SelectField
            label={t("tickets:new.connection")}
            placeholder={t("tickets:new.choose")}
            value={connectionId}
            onChange={(id) => {
              setPicked(id);
              create.reset();
            }}
            options={connections.map(asOption)}
            error={tried && connectionId === "" ? TICKET_SENTENCES.connectionRequired : undefined}
          />
        )}
      </div>
    </TicketDialog>
  );
}

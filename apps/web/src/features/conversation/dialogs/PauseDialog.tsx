import type { TicketView } from "@balcao/contracts/tickets";
import { TICKET_SENTENCES } from "@balcao/domain/tickets";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { readStored, writeStored } from "../../../lib/storage";
import { TextInput } from "../../../ui";
import { useTicketChange } from "../useTicketChange";
import { TicketDialog } from "./TicketDialog";

const RECENT_KEY = "balcao-pause-tags";
const MAX_TAG = 50;
const MAX_MESSAGE = 1_000;

const readRecent = (): readonly string[] => (readStored(RECENT_KEY) ?? "").split("\n").filter(Boolean);

/** Pauses a conversation: a tag is required, a message to the customer is not (TICKET-010, TICKET-038, TICKET-039, D-052). */
export function PauseDialog({ ticket, onClose }: { readonly ticket: TicketView; readonly onClose: () => void }) {
  const { t } = useTranslation(["conversation", "common"]);
  const change = useTicketChange({ quiet: true });
  const [tag, setTag] = useState("");
  const [message, setMessage] = useState("");
  const [missing, setMissing] = useState(false);
  const [recent] = useState(readRecent);
  const submit = () => {
    const pauseTag = tag.trim();
    setMissing(pauseTag === "");
    if (pauseTag === "" || change.isPending) return;
    const text = message.trim();
    change.mutate(
      { ticketId: ticket.id, wire: { intent: "pause", input: { pauseTag } }, texts: text === "" ? {} : { pauseMessage: text } },
      {
        onSuccess: () => {
          writeStored(RECENT_KEY, [pauseTag, ...recent.filter((each) => each !== pauseTag)].slice(0, 6).join("\n"));
          onClose();
        },
      },
    );
  };
  return (
    <TicketDialog
      title={t("conversation:pause.title")}
      subtitle={t("conversation:pause.text", { name: ticket.contact.name })}
      onClose={onClose}
      onSubmit={submit}
      deed={t("conversation:action.pause")}
      pending={change.isPending}
      error={change.error}
    >
      <TextInput
        label={t("conversation:pause.tag")}
        value={tag}
        autoFocus
        error={missing && tag.trim() === "" ? TICKET_SENTENCES.pauseFields : undefined}
        onChange={(event) => setTag(event.target.value.slice(0, MAX_TAG))}
      />
      {recent.length > 0 && (
        <div className="tagChips" role="group" aria-label={t("conversation:pause.recent")}>
          {recent.map((each) => (
            <button key={each} type="button" className="tagChip" aria-pressed={tag === each} onClick={() => setTag(each)}>
              {each}
            </button>
          ))}
        </div>
      )}
      <TextInput
        label={t("conversation:pause.message")}
        optional={t("common:form.optional")}
        multiline
        minRows={2}
        maxRows={5}
        value={message}
        counter={t("conversation:counter", { count: message.length, limit: MAX_MESSAGE })}
        onChange={(event) => setMessage(event.target.value.slice(0, MAX_MESSAGE))}
      />
    </TicketDialog>
  );
}

import type { QuotedView } from "@balcao/contracts/messages";
import type { TicketView } from "@balcao/contracts/tickets";
import { DEFAULT_CONNECTOR } from "@balcao/domain/connections";
import { COMMENT_PREFIX } from "@balcao/domain/texts";
import { useEffect, useMemo, useState } from "react";
import { useSettings } from "../../../lib/data/settings";
import { useSelf } from "../../../lib/session";
import { usePreference } from "../../../lib/storage";
import { sendLetter } from "../outbox";
import type { ServiceWindow } from "../serviceWindow";
import { toSentText } from "./composeText";
import { browserDrafts } from "./drafts";
import { toTrayFile, uploadProblem, type TrayFile } from "./fileTray";
import { useDraftSaving } from "./useDraftState";

/** The text and the files of a draft, kept in the browser. */
function useDraft(selfId: number, ticketId: number, replyTo: QuotedView | null) {
  const [text, setText] = useState(() => browserDrafts().get(selfId, ticketId)?.text ?? "");
  const [files, setFiles] = useState<readonly TrayFile[]>([]);
  const draft = useMemo(() => ({ text, replyTo, fileNames: files.map(({ name }) => name) }), [text, replyTo, files]);
  useDraftSaving(selfId, ticketId, draft);
  useEffect(() => {
    // The store may answer after the first drawing; what was typed meanwhile stays.
    let gone = false;
    void browserDrafts().loaded.then(() => {
      const late = browserDrafts().get(selfId, ticketId);
      if (!gone && late) setText((now) => (now === "" ? late.text : now));
    });
    return () => {
      gone = true;
    };
  }, [selfId, ticketId]);
  return { text, setText, files, setFiles };
}

interface ComposerOptions {
  readonly ticket: TicketView;
  readonly replyTo: QuotedView | null;
  readonly serviceWindow: ServiceWindow | null;
}

/** What is being written: its text, files and signature, and what of it may be sent. */
export function useComposer({ ticket, replyTo, serviceWindow }: ComposerOptions) {
  const self = useSelf();
  const { forceSign, timeZone } = useSettings();
  const { text, setText, files, setFiles } = useDraft(self.id, ticket.id, replyTo);
  const [signOption, setSignOption] = usePreference("signOption", ["on", "off"]);
  const api = ticket.whatsapp?.api ?? DEFAULT_CONNECTOR;
  const comment = text.startsWith(COMMENT_PREFIX);
  const closed = serviceWindow?.open === false;
  const sign = forceSign || signOption === "on";

  // Files go to the customer, also beside a comment; where nothing may, they wait.
  const sendable = closed ? [] : files;
  const facts = {
    name: ticket.contact.name,
    number: ticket.contact.number ?? "",
    queue: ticket.queue?.name ?? "",
    user: self.name,
    zone: timeZone,
  };
  const filled = (typed: string, signed: boolean) => toSentText(typed, { ...facts, now: new Date(), sign: signed });
  const ready = uploadProblem(sendable, api) === null && (sendable.length > 0 || filled(text, false) !== null);

  /** Sends each file, then the text, and empties the draft. */
  function send(): void {
    const letter = { ticketId: ticket.id, mediaUrl: null, userId: self.id, userName: self.name };
    const body = filled(text, sign);
    for (const { file, name, caption } of sendable)
      sendLetter({ ...letter, body: filled(caption, false) ?? "", file: { blob: file, name }, quoted: null });
    if (body !== null) sendLetter({ ...letter, body, file: null, quoted: comment ? null : replyTo });
    setText("");
    setFiles((now) => now.filter((file) => !sendable.includes(file)));
  }

  return {
    text,
    setText,
    files: sendable,
    setFiles,
    addFiles: (list: FileList | readonly File[]) => {
      if (!closed) setFiles((now) => [...now, ...[...list].map(toTrayFile)]);
    },
    api,
    comment,
    closed,
    sign: { on: sign, forced: forceSign, set: (on: boolean) => setSignOption(on ? "on" : "off") },
    ready,
    send,
  };
}

export type ComposerState = ReturnType<typeof useComposer>;

import type { QuotedView } from "@balcao/contracts/messages";
import { fillPlaceholders, unfilledPlaceholders } from "@balcao/domain/texts";
import { useCallback, useEffect, useMemo, useRef, useState, type RefObject } from "react";
import { useSettings } from "../../../lib/data/settings";
import { useSelf } from "../../../lib/session";
import { usePreference } from "../../../lib/storage";
import { uploadProblem } from "../../../lib/uploadProblem";
import { sendMessage } from "../outbox";
import type { Room } from "../room";
import type { ServiceWindow } from "../serviceWindow";
import { hasWords, toSentText } from "./composeText";
import { browserDrafts, keepDrafts, type Draft } from "./drafts";
import { mentionedIn, toMentionDigits, type Mentioned, type Mentions } from "./mentions";
import { textParts } from "./sendPlan";
import { NO_TEXTS, shownText, switched, withoutShown, withTyped, type Texts } from "./texts";
import { captionTaker, totalBytes, toTrayFile, toTrayVoice, changeTray, useTray, type TrayFile } from "./trays";
import { knownValues } from "./variables";
import type { Take } from "./voice/take";

/** The people who were chosen after an `@`: those of the reply by name, and those of the comment. */
function useChosen(selfId: number, ticketId: number) {
  const [mentions, setMentions] = useState<Mentions>(() => browserDrafts().get(selfId, ticketId)?.mentions ?? {});
  const [colleagues, setColleagues] = useState<readonly Mentioned[]>(() => browserDrafts().get(selfId, ticketId)?.colleagues ?? []);
  const restore = useCallback(() => {
    const stored = browserDrafts().get(selfId, ticketId);
    setMentions((now) => ({ ...stored?.mentions, ...now }));
    setColleagues((now) => (now.length === 0 ? (stored?.colleagues ?? now) : now));
  }, [selfId, ticketId]);
  return {
    mentions,
    colleagues,
    restore,
    /** Those whose names were removed from the text again stay. */
    addMention: (name: string, digits: string) => setMentions((now) => ({ ...now, [name]: digits })),
    addColleague: (colleague: Mentioned) => setColleagues((now) => [...now, colleague]),
    forget: (comment: boolean) => (comment ? setColleagues([]) : setMentions({})),
  };
}

/** The delay between the last key and the saving of a draft, in milliseconds. */
const SAVE_MS = 400;

/** The texts of a stored draft. */
function storedTexts(selfId: number, ticketId: number): Texts {
  const { text: reply, comment, commenting } = browserDrafts().get(selfId, ticketId) ?? { ...NO_TEXTS, text: "" };
  // A version of the product kept both in one text.
  return comment === "" ? withTyped(NO_TEXTS, reply) : { reply, comment, commenting };
}

/**
 * Saves the draft 400 ms after the last change, and at once when the composer is unmounted. A change that only followed the storage is not
 * saved: another tab may have typed on.
 */
function useDraftSaving(userId: number, ticketId: number, draft: Draft, followedRef: RefObject<boolean>): void {
  const latest = useRef(draft);
  const changed = useRef(false);
  useEffect(() => {
    if (latest.current === draft) return;
    latest.current = draft;
    changed.current = !followedRef.current;
    followedRef.current = false;
    if (!changed.current) return;
    const timer = setTimeout(() => {
      changed.current = false;
      browserDrafts().put(userId, ticketId, draft);
    }, SAVE_MS);
    return () => clearTimeout(timer);
  }, [userId, ticketId, draft, followedRef]);
  useEffect(() => {
    keepDrafts(userId);
    let gone = false;
    void browserDrafts().loaded.then(() => {
      const stored = browserDrafts().get(userId, ticketId);
      const { fileNames } = latest.current;
      // Its files were those of a page that was closed.
      if (!gone && stored && stored.fileNames.length > fileNames.length) browserDrafts().put(userId, ticketId, { ...stored, fileNames });
    });
    const save = () => {
      if (changed.current) browserDrafts().put(userId, ticketId, latest.current);
    };
    window.addEventListener("pagehide", save);
    return () => {
      gone = true;
      window.removeEventListener("pagehide", save);
      save();
    };
  }, [userId, ticketId]);
}

const isSame = (one: Texts, other: Texts): boolean =>
  one.reply === other.reply && one.comment === other.comment && one.commenting === other.commenting;

/**
 * Calls `take` with texts that the storage has and the box has not: the storage may answer after the first rendering, and another tab may type or
 * send. What was typed here and is not stored yet stays.
 */
function useStoredTexts(selfId: number, ticketId: number, texts: Texts, take: (stored: Texts) => void): void {
  const known = useRef(texts);
  const now = useRef(texts);
  useEffect(() => {
    now.current = texts;
  }, [texts]);
  useEffect(() => {
    const look = () => {
      const stored = storedTexts(selfId, ticketId);
      const follows = isSame(known.current, now.current) && !isSame(stored, now.current);
      known.current = stored;
      if (follows) take(stored);
    };
    look();
    return browserDrafts().subscribe(look);
  }, [selfId, ticketId, take]);
}

/** The texts and the files of a draft, which is kept in the browser. */
function useDraft(selfId: number, ticketId: number, replyTo: QuotedView | null) {
  const [texts, setTexts] = useState(() => storedTexts(selfId, ticketId));
  const chosen = useChosen(selfId, ticketId);
  const { mentions, colleagues, restore } = chosen;
  const files = useTray(selfId, ticketId);
  const draft = useMemo(() => {
    const { reply: text, comment, commenting } = texts;
    return { text, comment, commenting, replyTo, fileNames: files.map(({ name }) => name), mentions, colleagues };
  }, [texts, replyTo, files, mentions, colleagues]);
  const followed = useRef(false);
  useDraftSaving(selfId, ticketId, draft, followed);
  const take = useCallback(
    (stored: Texts) => {
      followed.current = true;
      setTexts(stored);
      restore();
    },
    [restore],
  );
  useStoredTexts(selfId, ticketId, texts, take);
  return { texts, setTexts, chosen, files };
}

const NOBODY = { name: "", number: "", queue: "" };

/** Fills the variables of texts in a room, as they are when they are asked for. */
function toFilling({ customer, api }: Pick<Room, "customer" | "api">, user: string, zone: string) {
  const facts = { ...(customer ?? NOBODY), user, zone };
  const values = () => knownValues(facts, new Date(), zone);
  const toSent = (typed: string, sign: boolean) =>
    customer === null ? typed.trim() || null : toSentText(typed, { ...facts, now: new Date(), sign });
  return {
    values,
    fill: (template: string) => fillPlaceholders(template, values()),
    /** The text to send; null without one. */
    toSent,
    /** In how many messages a text goes to the customer. */
    partsOf: (typed: string, sign: boolean) => (customer === null ? 1 : textParts(toSent(typed, sign) ?? "", api)),
    /** The variables without a value. The values cost dates, which few texts need. */
    unfilledIn: (texts: readonly string[]): readonly string[] => {
      const all = customer === null ? "" : texts.join("\n");
      return all.includes("{{") ? unfilledPlaceholders(all, values()) : [];
    },
  };
}

type ChangeFiles = (change: (files: readonly TrayFile[]) => readonly TrayFile[]) => void;

/** What puts files into the tray. */
const toAdding = (setFiles: ChangeFiles, closed: boolean) => ({
  keepVoice: (take: Take) => setFiles((now) => [...now, toTrayVoice(take)]),
  /** Adds files that were chosen, or pasted or dropped beside a text. */
  addFiles: (list: FileList | readonly File[], beside = false) => {
    if (!closed) setFiles((now) => [...now, ...[...list].map((file) => ({ ...toTrayFile(file), beside }))]);
  },
});

interface ComposerOptions {
  readonly room: Room;
  readonly replyTo: QuotedView | null;
  readonly serviceWindow: ServiceWindow | null;
}

/** The message being written: its text, files and signature, and what of it may be sent. */
export function useComposer({ room, replyTo, serviceWindow }: ComposerOptions) {
  const self = useSelf();
  const { forceSign, timeZone } = useSettings();
  const { texts, setTexts, chosen, files } = useDraft(self.id, room.id, replyTo);
  const [signOption, setSignOption] = usePreference("signOption", ["on", "off"]);
  const { api, customer } = room;
  const [text, comment, closed] = [shownText(texts), texts.commenting, serviceWindow?.open === false];
  const sign = customer !== null && (forceSign || signOption === "on");

  const setFiles: ChangeFiles = (change) => changeTray(self.id, room.id, change);

  // Files are sent to the customer, even beside a comment; while the window is closed they wait.
  const sendable = closed ? [] : files;
  const { toSent, unfilledIn, ...filling } = toFilling(room, self.name, timeZone);
  const ready = uploadProblem(totalBytes(sendable), api) === null && (sendable.length > 0 || hasWords(text, customer !== null));

  const common = { ticketId: room.id, mediaUrl: null, userId: self.id, userName: self.name };
  const sendFile = ({ file, name, voice }: TrayFile, body: string, quoted: QuotedView | null) =>
    sendMessage({ ...common, body, file: { blob: file, name }, voice, quoted });
  const captioned = comment || !hasWords(text, customer !== null) ? undefined : captionTaker(sendable);

  /** Sends each file, then the text in the box where no picture takes it, and clears what was sent. */
  function send(): void {
    const body = toSent(comment ? text : toMentionDigits(text, chosen.mentions), sign);
    for (const each of sendable)
      if (each === captioned) sendFile(each, body ?? "", replyTo);
      else sendFile(each, toSent(each.caption, false) ?? "", null);
    const more = comment ? { quoted: null, mentions: mentionedIn(body ?? "", chosen.colleagues) } : { quoted: replyTo };
    if (body !== null && !captioned) sendMessage({ ...common, ...more, body, file: null, voice: null });
    setTexts(withoutShown);
    chosen.forget(comment);
    setFiles((now) => now.filter((file) => !sendable.includes(file)));
  }

  return {
    text,
    setText: (typed: string) => setTexts((now) => withTyped(now, typed)),
    /** Puts the other text into the box: the comment or the reply. */
    switchText: () => setTexts(switched),
    ...filling,
    /** Comments are for colleagues. */
    unfilled: unfilledIn([comment ? "" : text, ...sendable.map(({ caption }) => caption)]),
    chosen,
    files: sendable,
    /** The file whose caption the text of the box is. */
    captioned,
    setFiles,
    /** Sends a recording at once; the text and the files stay. */
    sendVoice: (take: Take) => sendFile(toTrayVoice(take), "", replyTo),
    ...toAdding(setFiles, closed),
    api,
    /** Whether it goes to a customer. */
    toCustomer: customer !== null,
    comment,
    closed,
    sign: { on: sign, forced: forceSign, set: (on: boolean) => setSignOption(on ? "on" : "off") },
    ready,
    send,
  };
}

export type ComposerState = ReturnType<typeof useComposer>;

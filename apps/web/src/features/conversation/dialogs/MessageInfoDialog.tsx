import type { AckTimesView, MessageInfoView, MessageView } from "@balcao/contracts/messages";
import type { TicketView } from "@balcao/contracts/tickets";
import { type ConnectorApi, CAPABILITIES, DEFAULT_CONNECTOR } from "@balcao/domain/connections";
import { previewText, withoutSignature } from "@balcao/domain/texts";
import Button from "@mui/material/Button";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { lazyWithTexts } from "../../../i18n/lazyWithTexts";
import { call } from "../../../lib/api";
import { toDateAndClock } from "../../../lib/time";
import { ErrorCard, Spinner, Ticks } from "../../../ui";
import { TitledDialog } from "../../../ui/TitledDialog";
import { deliveryState } from "../messages/messageState";
import { ReactorList, useReactors } from "../messages/Reactions";
import "./messageInfo.css";
import { MessageReaders } from "./MessageReaders";

const ImportedFrom = lazyWithTexts("imported", () => import("./ImportedFrom").then((door) => door.ImportedFrom));

const TICKS = ["sent", "delivered", "read", "played"] as const;

/** A tick of a sent message; `at` is null when it was reached at a time that was not recorded. */
interface Tick {
  readonly name: (typeof TICKS)[number] | "failed";
  readonly at: string | null;
}

/**
 * The ticks that a message of ours has reached, in their order. What was typed on the phone was
 * sent when it was written.
 */
function ticksOf(message: MessageView, times: AckTimesView, api: ConnectorApi | null): readonly Tick[] {
  const state = deliveryState(message, api);
  if (state === null) return [];
  const reached = TICKS.findIndex((name) => name === state);
  const ticks = TICKS.flatMap((name, at): Tick[] => {
    const typedOnPhone = name === "sent" && message.sending === null ? message.createdAt : null;
    const time = times[name] ?? typedOnPhone;
    return time !== null || at <= reached ? [{ name, at: time }] : [];
  });
  return state === "failed" ? [...ticks, { name: "failed", at: times.failed }] : ticks;
}

interface MessageInfoDialogProps {
  readonly ticket: TicketView;
  readonly message: MessageView;
  readonly onClose: () => void;
}

/**
 * What happened to a message: the time of each tick, who of a group read it, what its edits
 * replaced, who deleted it, its id at the network.
 */
export function MessageInfoDialog({ ticket, message, onClose }: MessageInfoDialogProps) {
  const { t } = useTranslation(["conversation", "common"]);
  const text = previewText({ type: message.mediaType, body: message.body, userName: message.userName });
  return (
    <TitledDialog
      title={t("info.title")}
      subtitle={<p className="messageInfoText">{message.isDeleted ? t("message.deleted") : text}</p>}
      width={444}
      onClose={onClose}
    >
      <div className="dialogBody messageInfo" tabIndex={0}>
        <Facts ticket={ticket} message={message} />
      </div>
      <div className="dialogFoot">
        <Button onClick={onClose}>{t("common:action.close")}</Button>
      </div>
    </TitledDialog>
  );
}

/** What happened to a message; asked again when its ticks, its text or its deletion change. */
const messageInfoQuery = ({ id, ack, body, isDeleted }: Pick<MessageView, "id" | "ack" | "body" | "isDeleted">) =>
  queryOptions({
    queryKey: ["messageInfo", id, ack, body, isDeleted],
    queryFn: ({ signal }) => call("messages", "info", { params: { messageId: Number(id) } }, { signal }),
    staleTime: 0,
    gcTime: 0,
  });

/** What is known of the message, as soon as it is loaded. */
function Facts({ ticket, message }: Omit<MessageInfoDialogProps, "onClose">) {
  const { t } = useTranslation("conversation");
  const { data, error, refetch } = useQuery(messageInfoQuery(message));
  const { groupReceipts } = CAPABILITIES[ticket.whatsapp?.api ?? DEFAULT_CONNECTOR];
  if (!data) return error ? <ErrorCard title={t("info.failed")} error={error} onRetry={() => void refetch()} /> : <Spinner size={20} />;
  return (
    <>
      <Times ticket={ticket} message={message} info={data} />
      {ticket.isGroup && message.fromMe && groupReceipts && <MessageReaders ticket={ticket} readers={data.readers} />}
      <ReactionNames reactions={message.reactions} />
      <EarlierTexts edits={data.edits} author={message.fromMe ? message.userName : null} />
    </>
  );
}

/** When the message was written, and the time of each of its ticks. */
function Times({ ticket, message, info }: Omit<MessageInfoDialogProps, "onClose"> & { readonly info: MessageInfoView }) {
  const { t } = useTranslation("conversation");
  const { fromMe, userName, contact, createdAt, mediaType } = message;
  const author = fromMe ? (userName ?? t("message.us")) : (contact?.name ?? ticket.contact.name);
  return (
    <dl className="messageInfoFacts">
      <dt>{t(fromMe ? "info.writtenBy" : "info.from")}</dt>
      <dd>{author}</dd>
      <dt>{t("info.written")}</dt>
      <dd>{toDateAndClock(createdAt)}</dd>
      <Arrival info={info} fromMe={fromMe} />
      {ticksOf(message, info.times, ticket.whatsapp?.api ?? null).map(({ name, at }) => (
        <TickTime key={name} name={name} at={at} />
      ))}
      {info.deleted && <DeletedTrace deleted={info.deleted} fromMe={fromMe} />}
      {mediaType !== "comment" && (
        <>
          <dt>{t("info.providerId")}</dt>
          <dd className="messageInfoId">{info.providerId ?? t("info.noProviderId")}</dd>
        </>
      )}
    </dl>
  );
}

/** When a message came here: by an import, or from its network; what is written here has no other time. */
function Arrival({ info: { importedFrom, storedAt }, fromMe }: { readonly info: MessageInfoView; readonly fromMe: boolean }) {
  const { t } = useTranslation("conversation");
  if (importedFrom)
    return (
      <Suspense>
        <ImportedFrom system={importedFrom} at={storedAt} />
      </Suspense>
    );
  if (fromMe) return null;
  return (
    <>
      <dt>{t("info.stored")}</dt>
      <dd>{toDateAndClock(storedAt)}</dd>
    </>
  );
}

function TickTime({ name, at }: ReturnType<typeof ticksOf>[number]) {
  const { t } = useTranslation(["conversation", "common"]);
  return (
    <>
      <dt>
        <span aria-hidden="true">
          <Ticks state={name} />
        </span>
        {t(`common:delivery.${name}`)}
      </dt>
      <dd>{at === null ? t("info.noTime") : toDateAndClock(at)}</dd>
    </>
  );
}

interface DeletedTraceProps {
  readonly deleted: NonNullable<MessageInfoView["deleted"]>;
  readonly fromMe: boolean;
}

/** Who deleted the message and when; administrators also see what it said. */
function DeletedTrace({ deleted: { at, user, body }, fromMe }: DeletedTraceProps) {
  const { t } = useTranslation("conversation");
  const by = user?.name ?? t(fromMe ? "info.onThePhone" : "info.byTheContact");
  return (
    <>
      <dt>{t("info.deletedBy")}</dt>
      <dd>{by}</dd>
      <dt>{t("info.deletedAt")}</dt>
      <dd>{at === null ? t("info.noTime") : toDateAndClock(at)}</dd>
      {body !== null && body !== "" && (
        <>
          <dt>{t("info.deletedText")}</dt>
          <dd className="messageInfoBody">{body}</dd>
        </>
      )}
    </>
  );
}

/** Who reacted to the message and with what. */
function ReactionNames({ reactions }: Pick<MessageView, "reactions">) {
  const { t } = useTranslation("conversation");
  const reactors = useReactors(reactions);
  if (reactors.length === 0) return null;
  return (
    <section>
      <h3>{t("react.title")}</h3>
      <ReactorList reactors={reactors} />
    </section>
  );
}

/** The texts that edits replaced, oldest first. */
function EarlierTexts({ edits, author }: Pick<MessageInfoView, "edits"> & { readonly author: string | null }) {
  const { t } = useTranslation("conversation");
  if (edits.length === 0) return null;
  return (
    <section>
      <h3>{t("info.edits")}</h3>
      <ol className="messageInfoEdits" aria-label={t("info.edits")}>
        {edits.map(({ body, replacedAt }) => (
          <li key={replacedAt}>
            <span className="messageInfoBody">{withoutSignature(body, author).text}</span>
            <time dateTime={replacedAt}>{t("info.until", { at: toDateAndClock(replacedAt) })}</time>
          </li>
        ))}
      </ol>
    </section>
  );
}

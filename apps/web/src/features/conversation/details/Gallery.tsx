import type { MessageView } from "@balcao/contracts/messages";
import { GALLERY_KINDS, type GalleryKind } from "@balcao/domain/messages";
import CollectionsOutlined from "@mui/icons-material/CollectionsOutlined";
import ShortcutRounded from "@mui/icons-material/ShortcutRounded";
import IconButton from "@mui/material/IconButton";
import Tab from "@mui/material/Tab";
import Tabs from "@mui/material/Tabs";
import { useInfiniteQuery } from "@tanstack/react-query";
import { type ReactNode, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { galleryQuery } from "../../../lib/data/gallery";
import { toListTime } from "../../../lib/time";
import { EmptyState, ErrorCard, Spinner } from "../../../ui";
import { EndOfList } from "../../../ui/list";
import { linksOf } from "../../../ui/waText";
import { DocumentPart } from "../messages/Media";
import { GalleryPictures } from "./GalleryPictures";
import "./gallery.css";

interface RowsProps {
  /** Newest first. */
  readonly messages: readonly MessageView[];
  readonly label: string;
  readonly onJump: (messageId: string) => void;
}

interface RowProps extends Pick<RowsProps, "onJump"> {
  readonly message: MessageView;
  readonly children: ReactNode;
}

/** Something shared, who shared it and when, and the way to its message. */
function GalleryRow({ message, onJump, children }: RowProps) {
  const { t } = useTranslation("details");
  const author = message.fromMe ? (message.userName ?? t("gallery.us")) : message.contact?.name;
  return (
    <li className="galleryRow">
      <div>
        {children}
        <span className="galleryFacts ellipsis">{[author, toListTime(message.createdAt)].filter(Boolean).join(" · ")}</span>
      </div>
      <IconButton size="small" aria-label={t("gallery.jump")} onClick={() => onJump(message.id)}>
        <ShortcutRounded />
      </IconButton>
    </li>
  );
}

/** Links by their addresses; they open in a new tab. */
function LinkRows({ messages, label, onJump }: RowsProps) {
  return (
    <ul className="galleryRows" aria-label={label}>
      {messages.map((message) => (
        <GalleryRow key={message.id} message={message} onJump={onJump}>
          {linksOf(message.body).map((href) => (
            <a key={href} className="galleryLink" dir="ltr" href={href} target="_blank" rel="noopener noreferrer nofollow">
              {href}
            </a>
          ))}
        </GalleryRow>
      ))}
    </ul>
  );
}

/** Documents with their type, name and size; a click downloads them. */
function DocumentRows({ messages, label, onJump }: RowsProps) {
  return (
    <ul className="galleryRows" aria-label={label}>
      {messages.map((message) => (
        <GalleryRow key={message.id} message={message} onJump={onJump}>
          <DocumentPart message={message} />
        </GalleryRow>
      ))}
    </ul>
  );
}

interface GalleryProps {
  readonly ticketId: number;
  readonly onJump: (messageId: string) => void;
}

/** What was shared in the conversation, by kind, newest first; more is loaded when the end is near. */
export function Gallery({ ticketId, onJump }: GalleryProps) {
  const { t } = useTranslation("details");
  const id = useId();
  const [kind, setKind] = useState<GalleryKind>("media");
  return (
    <>
      <Tabs
        value={kind}
        variant="fullWidth"
        aria-label={t("gallery.title")}
        onChange={(_event, next: GalleryKind) => setKind(next)}
        className="galleryTabs"
      >
        {GALLERY_KINDS.map((each) => (
          <Tab key={each} value={each} id={`${id}-${each}`} aria-controls={`${id}-panel`} label={t(`gallery.kind.${each}`)} />
        ))}
      </Tabs>
      <div id={`${id}-panel`} className="detailsBody" role="tabpanel" aria-labelledby={`${id}-${kind}`} tabIndex={0}>
        <GalleryPage key={kind} kind={kind} ticketId={ticketId} onJump={onJump} />
      </div>
    </>
  );
}

function GalleryPage({ kind, ticketId, onJump }: GalleryProps & { readonly kind: GalleryKind }) {
  const { t } = useTranslation("details");
  const { data, error, hasNextPage, isFetching, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery(
    galleryQuery(ticketId, kind),
  );
  const messages = (data?.pages ?? []).flatMap((page) => page.messages);
  return (
    <>
      {error && <ErrorCard title={t("gallery.failed")} error={error} onRetry={() => void refetch()} />}
      {data && messages.length === 0 && <EmptyState icon={CollectionsOutlined} heading="h3" title={t(`gallery.none.${kind}`)} />}
      {messages.length > 0 && <GalleryItems kind={kind} ticketId={ticketId} messages={messages} onJump={onJump} />}
      {isFetching && <Spinner />}
      {hasNextPage && !isFetchingNextPage && <EndOfList onReached={() => void fetchNextPage()} failed={error !== null} />}
    </>
  );
}

interface GalleryItemsProps extends GalleryProps {
  readonly kind: GalleryKind;
  readonly messages: readonly MessageView[];
}

function GalleryItems({ kind, ticketId, messages, onJump }: GalleryItemsProps) {
  const { t } = useTranslation("details");
  const label = t(`gallery.kind.${kind}`);
  switch (kind) {
    case "media":
      return <GalleryPictures ticketId={ticketId} messages={messages} label={label} />;
    case "links":
      return <LinkRows messages={messages} label={label} onJump={onJump} />;
    case "documents":
      return <DocumentRows messages={messages} label={label} onJump={onJump} />;
  }
}

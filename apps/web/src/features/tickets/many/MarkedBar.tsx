import { encodeIntent, type TicketView, type WireIntent } from "@balcao/contracts/tickets";
import type { ClosingQuestion } from "@balcao/domain/closing";
import { LIMITS } from "@balcao/domain/limits";
import CloseRounded from "@mui/icons-material/CloseRounded";
import DoneAllRounded from "@mui/icons-material/DoneAllRounded";
import LabelOutlined from "@mui/icons-material/LabelOutlined";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { call, toErrorText } from "../../../lib/api";
import type { TicketListFilter } from "../../../lib/data/belongsToList";
import { ticketCountsQuery, ticketListQuery } from "../../../lib/data/ticketLists";
import { wholeList } from "../../../lib/data/wholeLists";
import { focusWhenLost, useSingleKey } from "../../../lib/keyboard";
import { useOffline } from "../../../lib/live";
import { useSelf } from "../../../lib/session";
import { toasts } from "../../../lib/toasts";
import { UnreadChoices } from "../../../ui";
import { ChoiceChips, ConfirmDialog, SwitchRow } from "../../../ui/form";
import { Tooltip } from "../../../ui/Tooltip";
import { ACTION_ICONS, ReasonQuestion, SnoozeQuestion, TransferQuestion, useClosingQuestion } from "../../conversation";
import { beginWork, type ManyFields, type ManyKind } from "./manyWork";
import { clearMarks, markIds } from "./marks";

const ICONS = {
  resolve: ACTION_ICONS.resolve,
  transfer: ACTION_ICONS.transfer,
  snooze: ACTION_ICONS.snooze,
  tag: LabelOutlined,
  read: DoneAllRounded,
} as const;

/** What can be done to a list's tickets at once. */
const KINDS: Readonly<Record<TicketListFilter["status"], readonly ManyKind[]>> = {
  open: ["resolve", "transfer", "snooze", "tag", "read"],
  group: ["resolve", "transfer", "tag", "read"],
  pending: ["resolve", "transfer", "tag"],
  paused: ["resolve", "transfer", "snooze", "tag"],
  closed: ["transfer", "tag"],
  closedGroup: ["transfer", "tag"],
};

interface TagQuestionProps {
  readonly title: string;
  readonly submitLabel: string;
  readonly onChoose: (tagIds: number[]) => void;
  readonly onClose: () => void;
}

/** The question which tags contacts get, beside those that they have. */
function TagQuestion({ title, submitLabel, onChoose, onClose }: TagQuestionProps) {
  const { t } = useTranslation("many");
  const { data: tags = [], isSuccess } = useQuery(wholeList("tags"));
  const [tagIds, setTagIds] = useState<number[]>([]);
  return (
    <ConfirmDialog
      open
      title={title}
      confirmLabel={submitLabel}
      unable={tagIds.length === 0}
      onConfirm={() => onChoose(tagIds)}
      onCancel={onClose}
    >
      <UnreadChoices />
      <ChoiceChips
        label={t("tags")}
        help={t(isSuccess && tags.length === 0 ? "noTags" : "tagsHelp")}
        choices={tags}
        value={tagIds}
        onChange={setTagIds}
      />
    </ConfirmDialog>
  );
}

type Marked = ReadonlyMap<number, TicketView | null>;

interface MarkedBarProps {
  readonly list: TicketListFilter;
  readonly tickets: Marked;
}

/** How many are marked, and what can be done to them: asked once, for all of them (D-503). */
export function MarkedBar({ list, tickets }: MarkedBarProps) {
  const { t } = useTranslation("many");
  const { editContact } = useSelf();
  const offline = useOffline();
  const [asked, setAsked] = useState<ManyKind | null>(null);
  const count = tickets.size;
  const kinds = KINDS[list.status].filter((kind) => kind !== "tag" || editContact);
  // One that is not loaded counts as without a queue.
  const question = useClosingQuestion([...tickets.values()].map((ticket) => ticket?.queueId ?? null));

  const begin = (kind: ManyKind, fields: ManyFields) => {
    setAsked(null);
    beginWork({ kind, fields, ticketIds: [...tickets.keys()], toDone: ({ done }) => t(`done.${kind}`, { count: done }) });
    clear();
  };
  const intend = (kind: ManyKind, wire: WireIntent) => begin(kind, encodeIntent(wire) as ManyFields);
  const choose = (kind: ManyKind) => {
    if (kind === "read") return begin(kind, { read: true });
    if (kind === "resolve" && question === null) return toasts.error(t("noCommonReason"));
    setAsked(kind);
  };
  const close = () => setAsked(null);
  useSingleKey("unmark", clear);
  return (
    <div className="manyBar" role="group" aria-label={t("title")}>
      <div className="manyHead">
        <b role="status">{t("marked", { count })}</b>
        <MarkAll list={list} count={count} />
        <Tooltip title={t("clear")}>
          <IconButton size="small" aria-label={t("clear")} onClick={clear}>
            <CloseRounded />
          </IconButton>
        </Tooltip>
      </div>
      <div className="manyKinds">
        {kinds.map((kind) => {
          const Icon = ICONS[kind];
          return (
            <button key={kind} type="button" disabled={offline} title={t(`help.${kind}`)} onClick={() => choose(kind)}>
              <Icon aria-hidden />
              <span>{t(`work.${kind}`)}</span>
            </button>
          );
        })}
      </div>
      <Suspense>
        {asked === "resolve" && question && (
          <Resolve
            title={t("ask.resolve", { count })}
            question={question}
            says={list.status === "open" || list.status === "group"}
            onChoose={(wire) => intend("resolve", wire)}
            onClose={close}
          />
        )}
        {asked === "transfer" && (
          <TransferQuestion
            title={t("ask.transfer", { count })}
            onChoose={({ userId, queueId }, texts) =>
              begin("transfer", { status: userId === null ? "pending" : "open", userId, queueId, ...texts })
            }
            onClose={close}
          />
        )}
        {asked === "snooze" && (
          <SnoozeQuestion
            title={t("ask.snooze", { count })}
            onChoose={(input) => Promise.resolve(intend("snooze", { intent: "snooze", input }))}
            onClose={close}
          />
        )}
        {asked === "tag" && (
          <TagQuestion
            title={t("ask.tag", { count })}
            submitLabel={t("work.tag")}
            onChoose={(addedTagIds) => begin("tag", { addedTagIds })}
            onClose={close}
          />
        )}
      </Suspense>
    </div>
  );
}

function clear(): void {
  clearMarks();
  focusWhenLost(() => document.querySelector<HTMLElement>(".ticketRow[tabindex='0']"));
}

interface ResolveProps {
  readonly title: string;
  readonly question: ClosingQuestion;
  /** Whether the customers can get a farewell. */
  readonly says: boolean;
  readonly onChoose: (wire: WireIntent) => void;
  readonly onClose: () => void;
}

/** The question for the reason, the note, and whether each customer gets the farewell of the connection. */
function Resolve({ says, onChoose, ...asked }: ResolveProps) {
  const { t } = useTranslation("many");
  const [farewell, setFarewell] = useState(says);
  return (
    <ReasonQuestion
      {...asked}
      onChoose={(why) => onChoose(farewell ? { intent: "resolve", input: { askRating: false, ...why } } : { intent: "close", input: why })}
    >
      {says && <SwitchRow label={t("farewell")} help={t("farewellHelp")} checked={farewell} onChange={setFarewell} />}
    </ReasonQuestion>
  );
}

/** Marks the whole list as it is at this press, up to the limit. */
function MarkAll({ list, count }: { readonly list: TicketListFilter; readonly count: number }) {
  const { t } = useTranslation("many");
  const { data: counts } = useQuery(ticketCountsQuery);
  const { data: loaded } = useInfiniteQuery({ ...ticketListQuery(list), enabled: false });
  const total = (list.view ? loaded?.pages.at(-1)?.count : counts?.[list.status]) ?? 0;
  const most = Math.min(total, LIMITS.ticket.many);
  const [busy, setBusy] = useState(false);
  if (count >= most) return null;
  const markAll = async () => {
    setBusy(true);
    try {
      const { queueIds, ...query } = list;
      markIds((await call("tickets", "ids", { query: { ...query, ...(queueIds && { queueIds: [...queueIds] }) } })).ticketIds);
    } catch (error) {
      toasts.error(toErrorText(error));
    }
    setBusy(false);
  };
  return (
    <Button size="small" variant="text" disabled={busy} onClick={() => void markAll()}>
      {t(most < total ? "first" : "all", { count: most })}
    </Button>
  );
}

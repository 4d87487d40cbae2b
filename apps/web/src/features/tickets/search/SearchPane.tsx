import SearchOffRounded from "@mui/icons-material/SearchOffRounded";
import SearchRounded from "@mui/icons-material/SearchRounded";
import TuneRounded from "@mui/icons-material/TuneRounded";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import type { TicketSearchView, TicketView } from "@balcao/contracts/tickets";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useId, useMemo, useRef, type KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import type { VirtualizerHandle } from "virtua";
import { announce } from "../../../lib/announcer";
import { queuesQuery } from "../../../lib/data/queues";
import { ticketSearchQuery } from "../../../lib/data/ticketSearch";
import { allUsersQuery } from "../../../lib/data/users";
import { wholeList } from "../../../lib/data/wholeLists";
import { useSelf } from "../../../lib/session";
import { usePreference } from "../../../lib/storage";
import { EmptyState, ErrorCard, SearchField, UnreadChoices } from "../../../ui";
import { Tooltip } from "../../../ui/Tooltip";
import type { OpenOptions } from "../openOptions";
import { TicketGrid } from "../TicketGrid";
import { ListSkeleton } from "../TicketSkeletons";
import { useListPaging } from "../useListPaging";
import { FilterChips } from "./FilterChips";
import { FilterPanel } from "./FilterPanel";
import { searchesNames, toMarks, toRequest, type SearchFilter } from "./searchFilter";
import { useSearchFocus } from "./searchFocus";
import { useSearchFilter, type Search } from "./useSearchFilter";
import "../ticketList.css";
import "./search.css";

interface SearchPaneProps {
  readonly selectedId: number | null;
  readonly onOpen: (ticket: TicketView, options: OpenOptions) => void;
}

/** Arrow down leads from the field to what was found, past the filters between them. */
function toFirstHit(event: KeyboardEvent): void {
  if (event.key !== "ArrowDown") return;
  const hit = event.currentTarget.closest(".searchTab")?.querySelector<HTMLElement>(".ticketRow[tabindex='0']");
  if (!hit) return;
  event.preventDefault();
  hit.focus();
}

/** The search tab: filters above, the tickets that match below (INBOX-010…INBOX-014). */
export function SearchPane({ selectedId, onOpen }: SearchPaneProps) {
  const { t } = useTranslation("search");
  const self = useSelf();
  const search = useSearchFilter();
  const request = toRequest(search.filter);
  const found = useQuery({ ...ticketSearchQuery(request ?? {}), placeholderData: keepPreviousData, enabled: request !== null });
  const [panel, setPanel] = usePreference("balcao-search-panel", ["open", "closed"]);
  const panelId = useId();
  const field = useRef<HTMLInputElement>(null);
  useSearchFocus(field);
  const { data: queues = [] } = useQuery(queuesQuery);
  const { data: tags = [] } = useQuery(wholeList("tags"));
  const { data: users = [] } = useQuery({ ...allUsersQuery, enabled: self.profile !== "user" });
  const offered = self.profile === "admin" ? queues : self.queues;

  return (
    <div role="search" className="searchTab" aria-label={t("label")}>
      <div className="searchHead">
        <div className="searchLine">
          <SearchField
            className="searchText"
            label={t("filters.message")}
            value={search.draft.message}
            busy={request !== null && found.isFetching}
            inputRef={field}
            onChange={(text) => search.type("message", text)}
            onEnter={search.searchNow}
            onKeyDown={toFirstHit}
          />
          <Tooltip title={t(panel === "open" ? "hideFilters" : "showFilters")}>
            <IconButton
              aria-label={t("panel")}
              aria-expanded={panel === "open"}
              aria-controls={panelId}
              onClick={() => setPanel(panel === "open" ? "closed" : "open")}
            >
              <TuneRounded />
            </IconButton>
          </Tooltip>
        </div>
        <UnreadChoices />
        {panel === "open" && <FilterPanel id={panelId} search={search} queues={offered} users={users} tags={tags} />}
        <FilterChips search={search} queues={queues} users={users} tags={tags} />
      </div>
      {request === null ? (
        <div className="emptyList">
          <EmptyState icon={SearchRounded} heading="h2" title={t("hint.title")} text={t("hint.text")} />
        </div>
      ) : (
        <Found query={found} search={search} selectedId={selectedId} onOpen={onOpen} />
      )}
    </div>
  );
}

interface FoundProps extends SearchPaneProps {
  readonly query: ReturnType<typeof useQuery<TicketSearchView>>;
  readonly search: Search;
}

const NOTHING: TicketSearchView = { tickets: [], partial: false };
const NO_ACCEPT = { of: () => null, pendingId: null, byKey: false, run: () => undefined };
const NO_PAGES = { hasNextPage: false, isFetchingNextPage: false, fetchNextPage: () => undefined };

/** What was found, always with the note of its limit. */
function Found({ query, search, selectedId, onOpen }: FoundProps) {
  const { t } = useTranslation("search");
  const virtual = useRef<VirtualizerHandle>(null);
  const { filter } = search;
  const words = useMemo(() => toMarks(filter), [filter]);
  const { data = NOTHING, error } = query;
  const rows = data.tickets;
  const count = t("found", { count: rows.length });
  const onScroll = useListPaging({ name: "search", virtual, loaded: rows.length, ...NO_PAGES });
  useCountAnnounced(query, count);

  if (query.isPending) return <ListSkeleton />;
  return (
    <div className="ticketList" data-fetching={query.isFetching || undefined}>
      {error && (
        <div className="ticketListError">
          <ErrorCard title={t("failed")} error={error} onRetry={() => void query.refetch()} />
        </div>
      )}
      {rows.length === 0 && !error && <NothingFound search={search} />}
      <TicketGrid
        label={t("results")}
        rows={rows}
        rowCount={rows.length}
        selectedId={selectedId}
        accept={NO_ACCEPT}
        words={words}
        virtual={virtual}
        onScroll={onScroll}
        onOpen={onOpen}
      />
      <FoundNotes filter={filter} partial={data.partial} count={rows.length > 0 ? count : null} />
    </div>
  );
}

/** Announces how many tickets were found, once for each search. */
function useCountAnnounced({ isSuccess, isPlaceholderData, isFetching, dataUpdatedAt }: FoundProps["query"], count: string): void {
  const isSettled = isSuccess && !isPlaceholderData && !isFetching;
  useEffect(() => {
    if (isSettled) announce(count);
  }, [isSettled, count, dataUpdatedAt]);
}

interface FoundNotesProps {
  readonly filter: SearchFilter;
  readonly partial: boolean;
  readonly count: string | null;
}

/** What to know about the results: how many, the limit, and what was not searched. */
function FoundNotes({ filter, partial, count }: FoundNotesProps) {
  const { t } = useTranslation("search");
  return (
    <footer className="searchFoot">
      {searchesNames(filter) && <p>{t("namesOnly")}</p>}
      {partial && (
        <p className="searchPartial" role="status">
          {t("partial")}
        </p>
      )}
      <p>
        {count !== null && <span>{count}</span>}
        <span>{t("limit")}</span>
      </p>
    </footer>
  );
}

/** No ticket matches: what to try next. */
function NothingFound({ search }: { readonly search: Search }) {
  const { t } = useTranslation("search");
  const { message, ...others } = search.filter;
  const isNarrowed = Object.values(others).some((value) => (Array.isArray(value) ? value.length > 0 : value !== null && value !== ""));
  return (
    <div className="emptyList">
      <EmptyState
        icon={SearchOffRounded}
        heading="h2"
        title={message === "" ? t("none.title") : t("none.titleFor", { text: message })}
        text={t(isNarrowed ? "none.filtered" : "none.text")}
      >
        {isNarrowed && (
          <Button size="small" variant="outlined" onClick={search.clearFilters}>
            {t("clearFilters")}
          </Button>
        )}
      </EmptyState>
    </div>
  );
}

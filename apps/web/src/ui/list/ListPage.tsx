import SearchOff from "@mui/icons-material/SearchOff";
import type { ReactNode } from "react";
import { EmptyState } from "../EmptyState";
import { ErrorCard } from "../ErrorCard";
import { Page } from "../Page";
import { SearchField } from "../SearchField";
import { useLongWait } from "../Spinner";
import type { NameSearch } from "./useNameSearch";
import "./list.css";

/** A list is searched when it is longer. */
const FEW = 5;

/** The words of a page, which each feature has in its own texts. */
interface ListWords {
  readonly title: string;
  readonly count: (count: number) => string;
  readonly search: string;
  readonly found: (count: number) => string;
  readonly nothingFound: (term: string) => string;
  readonly nothingFoundText: string;
  readonly loadFailed: string;
}

interface ListPageProps {
  readonly words: ListWords;
  readonly search: NameSearch<unknown>;
  readonly error: Error | null;
  readonly onRetry: () => void;
  /** Between the search and the button that adds. */
  readonly controls?: ReactNode;
  readonly addButton: ReactNode;
  /** Above the list, when it is loaded. */
  readonly notes?: ReactNode;
  /** Instead of the list, when there is nothing at all. */
  readonly empty: ReactNode;
  /** The list itself, drawn when something is found. */
  readonly children: ReactNode;
}

/** The shape of a table that is being loaded, after a wait. */
export function TableSkeleton() {
  return useLongWait() ? (
    <div className="tableCard tableSkeleton" aria-busy="true">
      {Array.from({ length: 6 }, (_unused, row) => (
        <div key={row} />
      ))}
    </div>
  ) : null;
}

/** A page that lists something: head with count, search and buttons; then what is true of the list: failed, loading, empty, nothing found, there. */
export function ListPage({ words, search, error, onRetry, controls, addButton, notes, empty, children }: ListPageProps) {
  const { all, shown, term, setTerm } = search;
  const wanted = term.trim();
  return (
    <Page
      title={words.title}
      count={all && String(all.length)}
      countInWords={all && words.count(all.length)}
      actions={
        <>
          {all && all.length > FEW && (
            <SearchField
              className="pageSearch"
              label={words.search}
              value={term}
              onChange={setTerm}
              found={wanted === "" ? undefined : words.found(shown.length)}
            />
          )}
          {controls}
          {all && addButton}
        </>
      }
    >
      {error && !all && <ErrorCard title={words.loadFailed} error={error} onRetry={onRetry} />}
      {!error && !all && <TableSkeleton />}
      {all && notes}
      {all?.length === 0 && empty}
      {all && all.length > 0 && shown.length === 0 && (
        <EmptyState icon={SearchOff} title={words.nothingFound(wanted)} text={words.nothingFoundText} />
      )}
      {shown.length > 0 && children}
    </Page>
  );
}

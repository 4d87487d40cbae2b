import type { ReactNode } from "react";
import { usePageTitle } from "./usePageTitle";

interface PageProps {
  readonly title: string;
  /** The number of listed items, beside the title. */
  readonly count?: string | undefined;
  /** The number in words, for the layout with the title in the app bar. */
  readonly countInWords?: string | undefined;
  /** Search and buttons, the primary button last. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A page of the back office: a head of 64 px with title and actions, then the content. */
export function Page({ title, count, countInWords, actions, children }: PageProps) {
  usePageTitle(title);
  return (
    <div className="page">
      <div className="pageHead">
        <h1>{title}</h1>
        {count !== undefined && (
          <span className="pageCount" aria-hidden="true">
            {count}
          </span>
        )}
        {countInWords !== undefined && <span className="pageCountInWords">{countInWords}</span>}
        {actions !== undefined && <div className="pageActions">{actions}</div>}
      </div>
      {children}
    </div>
  );
}

import type { ReactNode } from "react";
import { usePageTitle } from "./usePageTitle";
import "./page.css";

interface PageProps {
  readonly title: string;
  /** How many things the page lists, beside the title. */
  readonly count?: string | undefined;
  /** The same in words, where the title stands in the bar. */
  readonly countInWords?: string | undefined;
  /** Search and buttons, the primary one last. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A page of the back office: head of 64 with title and actions, then its content. */
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

import { useEffect, useRef, type ReactNode } from "react";
import type { Suggestions } from "./useSuggestions";
import "./suggestionList.css";

interface SuggestionListProps<T> extends Pick<Suggestions<T>, "listId" | "items" | "active" | "pick" | "hover"> {
  readonly title: string;
  /** What stands beside the title. */
  readonly aside?: string;
  readonly wide?: boolean;
  readonly keyOf: (item: T) => number | string;
  readonly children: (item: T) => ReactNode;
  /** What is shown instead of items, or below them. */
  readonly foot?: ReactNode;
}

/** Suggestions above the message box. The focus stays in the box. */
export function SuggestionList<T>(props: SuggestionListProps<T>) {
  const { listId, items, active, pick, hover, title, aside, wide = false, keyOf, children, foot } = props;
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: "nearest" });
  }, [active]);
  return (
    <div className="suggestionList" data-wide={wide || undefined}>
      <p aria-hidden="true">
        {title}
        {aside !== undefined && <span>{aside}</span>}
      </p>
      <ul ref={list} id={listId} role="listbox" aria-label={title}>
        {items.map((item, at) => (
          <li
            key={keyOf(item)}
            id={`${listId}-${at}`}
            role="option"
            aria-selected={at === active}
            onMouseMove={() => hover(at)}
            onMouseDown={(event) => {
              event.preventDefault();
              pick(item);
            }}
          >
            {children(item)}
          </li>
        ))}
      </ul>
      {foot}
    </div>
  );
}

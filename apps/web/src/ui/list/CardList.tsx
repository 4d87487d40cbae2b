import type { ReactNode } from "react";
import "./list.css";

interface CardListProps<Item> {
  /** What the cards are, for people who cannot see them. */
  readonly caption: string;
  readonly items: readonly Item[];
  readonly keyOf: (item: Item) => string | number;
  readonly titleOf: (item: Item) => string;
  /** At the end of the title: the button of what can be done. */
  readonly deed: (item: Item) => ReactNode;
  readonly children: (item: Item) => ReactNode;
}

/** What is a table on a wide screen, as cards below 600 px: title, one button, then what there is to say. */
export function CardList<Item>({ caption, items, keyOf, titleOf, deed, children }: CardListProps<Item>) {
  return (
    <ul className="cards" aria-label={caption}>
      {items.map((item) => (
        <li key={keyOf(item)} className="card">
          <h2>{titleOf(item)}</h2>
          {deed(item)}
          <div className="cardBody">{children(item)}</div>
        </li>
      ))}
    </ul>
  );
}

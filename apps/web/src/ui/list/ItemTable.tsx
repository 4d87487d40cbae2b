import type { ReactNode } from "react";
import { CardActions, RowButtons, type RowAction } from "./RowActions";
import type { ListArea, Words } from "./words";

/** A column beside the name; its head is the word `column.{id}`. */
export interface Column<Item> {
  readonly id: string;
  readonly cell: (item: Item) => ReactNode;
}

export interface ItemsProps<Item> {
  readonly items: readonly Item[];
  readonly area: ListArea;
  readonly words: Words;
  readonly keyOf: (item: Item) => string | number;
  readonly nameOf: (item: Item) => string;
  /** Below the name in the table. */
  readonly subtitleOf?: ((item: Item) => ReactNode) | undefined;
  readonly columns: readonly Column<Item>[];
  /** What a card says below its name; the cells of the columns when it is absent. */
  readonly card?: ((item: Item) => ReactNode) | undefined;
  /** Absent where nothing can be done. */
  readonly actionsOf: ((item: Item) => readonly RowAction[]) | undefined;
}

/** The items as a table. It scrolls sideways by itself, and can be reached with the keyboard to do so. */
export function ItemTable<Item>({ items, area, words, keyOf, nameOf, subtitleOf, columns, actionsOf }: ItemsProps<Item>) {
  const caption = words("caption");
  return (
    <div
      className="tableCard"
      data-area={area}
      data-two-lines={subtitleOf !== undefined || undefined}
      tabIndex={0}
      role="region"
      aria-label={caption}
    >
      <table>
        <caption className="visuallyHidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{words("column.name")}</th>
            {columns.map(({ id }) => (
              <th key={id} scope="col">
                {words(`column.${id}`)}
              </th>
            ))}
            {actionsOf && (
              <th scope="col" className="tableActionsHead">
                {words("column.actions")}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={keyOf(item)}>
              <th scope="row" className="tableName">
                <span className="ellipsis">{nameOf(item)}</span>
                {subtitleOf && <span className="tableSub ellipsis">{subtitleOf(item)}</span>}
              </th>
              {columns.map(({ id, cell }) => (
                <td key={id}>{cell(item)}</td>
              ))}
              {actionsOf && (
                <td>
                  <RowButtons actions={actionsOf(item)} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The same items as cards, below 600 px: name, one button, then what there is to say. */
export function ItemCards<Item>({ items, words, keyOf, nameOf, subtitleOf, columns, card, actionsOf }: ItemsProps<Item>) {
  return (
    <ul className="cards" aria-label={words("caption")}>
      {items.map((item) => (
        <li key={keyOf(item)} className="card">
          <h2>{nameOf(item)}</h2>
          {actionsOf && <CardActions actions={actionsOf(item)} label={words("more", { name: nameOf(item) })} />}
          <div className="cardBody">
            {card ? (
              card(item)
            ) : (
              <>
                {subtitleOf && <p className="tableSub">{subtitleOf(item)}</p>}
                <div className="cardFacts">
                  {columns.map(({ id, cell }) => (
                    <span key={id}>{cell(item)}</span>
                  ))}
                </div>
              </>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}

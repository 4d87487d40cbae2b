import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Avatar } from "../Avatar";
import { useLongWait } from "../Spinner";
import { CardActions, RowButtons, type RowAction } from "./RowActions";
import { AllMark, RowMark, toRowPress, type Marks } from "./rowMarks";
import type { ListArea, Words } from "./words";

/** A column beside the name; its header is the text `column.{id}`. */
export interface Column<Item> {
  readonly id: string;
  /** Null when the item has nothing there: a card leaves it out. */
  readonly cell: (item: Item) => ReactNode;
  /** What the table shows in place of null; a dash if it is not given. */
  readonly nothing?: string;
  /** A card writes the header before the cell, which says too little alone: a number, a yes. */
  readonly headed?: boolean;
  /** A number that is compared with those above and below it stands at the right of its column. */
  readonly numeric?: boolean;
}

/** The longest text that a cell always shows whole, in characters. */
const MAX_WHOLE = 24;

type Presence = "online" | "away" | "offline";

export interface ItemsProps<Item> {
  readonly items: readonly Item[];
  readonly area: ListArea;
  readonly words: Words;
  readonly keyOf: (item: Item) => string | number;
  readonly nameOf: (item: Item) => string;
  /** The address of a picture beside the name, null for initials; undefined where items are no people. */
  readonly pictureOf?: ((item: Item) => string | null) | undefined;
  /** Whether a person is online or away: a mark at the picture, and a word for those who do not see it. */
  readonly presenceOf?: ((item: Item) => Presence) | undefined;
  /** Shown below the name in the table. */
  readonly subtitleOf?: ((item: Item) => ReactNode) | undefined;
  readonly columns: readonly Column<Item>[];
  /** The content of a card below its name; without it, the cells of the columns. */
  readonly card?: ((item: Item) => ReactNode) | undefined;
  /** Which items are marked, where a page does something with several of them. */
  readonly marks?: Marks<Item> | undefined;
  /** What a click on a row does beside its controls, for those whom it can be done for. */
  readonly onPress?: ((item: Item) => (() => void) | undefined) | undefined;
  /** Undefined when rows have no actions. */
  readonly actionsOf: ((item: Item) => readonly RowAction[]) | undefined;
}

interface PersonNameProps {
  readonly name: string;
  /** Null for initials, undefined for no picture at all. */
  readonly picture: string | null | undefined;
  readonly presence?: Presence | undefined;
  readonly children: ReactNode;
}

/** The name of an item, beside its picture where it has one. */
function PersonName({ name, picture, presence, children }: PersonNameProps) {
  const { t } = useTranslation();
  if (picture === undefined) return children;
  return (
    <span className="personName">
      <Avatar name={name} src={picture} size={32} presence={presence} />
      <span>
        {children}
        {presence && presence !== "offline" && <span className="visuallyHidden"> {t(`account.status.${presence}`)}</span>}
      </span>
    </span>
  );
}

/** What a cell shows. A name, which may be of any length, is cut, and its tooltip has all of it. */
function Shown({ children }: { readonly children: ReactNode }) {
  if (typeof children !== "string" || children.length <= MAX_WHOLE) return children;
  return (
    <span className="tableText" title={children}>
      {children}
    </span>
  );
}

/** The items as a table. It scrolls horizontally, and can get the focus for that. */
export function ItemTable<Item>({
  items,
  area,
  words,
  keyOf,
  nameOf,
  pictureOf,
  presenceOf,
  subtitleOf,
  columns,
  marks,
  onPress,
  actionsOf,
}: ItemsProps<Item>) {
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
            {marks && <AllMark marks={marks} items={items} words={words} />}
            <th scope="col">{words("column.name")}</th>
            {columns.map(({ id, numeric }) => (
              <th key={id} scope="col" data-numeric={numeric}>
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
            <tr key={keyOf(item)} data-marked={marks?.isMarked(item) || undefined} {...toRowPress(onPress?.(item))}>
              {marks && (
                <td className="tableMark">
                  <RowMark marks={marks} item={item} label={words("mark", { name: nameOf(item) })} />
                </td>
              )}
              <th scope="row" className="tableName">
                <PersonName name={nameOf(item)} picture={pictureOf?.(item)} presence={presenceOf?.(item)}>
                  <span className="ellipsis">{nameOf(item)}</span>
                  {subtitleOf && <span className="tableSub ellipsis">{subtitleOf(item)}</span>}
                </PersonName>
              </th>
              {columns.map(({ id, cell, nothing = "–", numeric }) => (
                <td key={id} data-numeric={numeric}>
                  <Shown>{cell(item) ?? nothing}</Shown>
                </td>
              ))}
              {actionsOf && (
                <td className="tableActionsCell">
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

/** The same items as cards, below 600 px: name, one button, then the content. */
export function ItemCards<Item>({
  items,
  words,
  keyOf,
  nameOf,
  pictureOf,
  presenceOf,
  subtitleOf,
  columns,
  card,
  marks,
  onPress,
  actionsOf,
}: ItemsProps<Item>) {
  return (
    <ul className="cards" aria-label={words("caption")}>
      {items.map((item) => (
        <li key={keyOf(item)} className="card" data-marked={marks?.isMarked(item) || undefined} {...toRowPress(onPress?.(item))}>
          <h2>
            {marks && <RowMark marks={marks} item={item} label={words("mark", { name: nameOf(item) })} />}
            <PersonName name={nameOf(item)} picture={pictureOf?.(item)} presence={presenceOf?.(item)}>
              {nameOf(item)}
            </PersonName>
          </h2>
          {actionsOf && <CardActions actions={actionsOf(item)} label={words("more", { name: nameOf(item) })} />}
          <div className="cardBody">
            {card ? (
              card(item)
            ) : (
              <>
                {subtitleOf && <p className="tableSub">{subtitleOf(item)}</p>}
                <div className="cardFacts">
                  {columns
                    .map(({ id, cell, headed }) => ({ id, headed, fact: cell(item) }))
                    .filter(({ fact }) => fact !== null)
                    .map(({ id, headed, fact }) => (
                      <span key={id}>
                        {headed && `${words(`column.${id}`)}: `}
                        {fact}
                      </span>
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

const ROWS = 6;

/** A placeholder for a table that is loading; nothing during short waits. */
export function TableSkeleton() {
  return useLongWait() ? (
    <div className="tableCard tableSkeleton" aria-busy="true">
      {Array.from({ length: ROWS }, (_unused, row) => (
        <div key={row} />
      ))}
    </div>
  ) : null;
}

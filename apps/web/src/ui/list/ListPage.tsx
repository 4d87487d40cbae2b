import type { SvgIconComponent } from "@mui/icons-material";
import Add from "@mui/icons-material/Add";
import DeleteOutlined from "@mui/icons-material/DeleteOutlined";
import EditOutlined from "@mui/icons-material/EditOutlined";
import SearchOff from "@mui/icons-material/SearchOff";
import Button from "@mui/material/Button";
import useMediaQuery from "@mui/material/useMediaQuery";
import { Suspense, useState, type ReactNode } from "react";
import { EmptyState } from "../EmptyState";
import { ErrorCard } from "../ErrorCard";
import { Page } from "../Page";
import { SearchField } from "../SearchField";
import { EndOfList } from "./EndOfList";
import { ItemCards, ItemTable, type ItemsProps } from "./ItemTable";
import type { ListState } from "./listState";
import { RemoveDialog } from "./RemoveDialog";
import type { RowAction } from "./RowActions";
import { TableSkeleton } from "./TableSkeleton";
import { useWords, type ListArea } from "./words";
import "./list.css";

/** Shorter lists are read, not searched. */
const FEW = 5;

interface FormProps<Item> {
  /** The item to change; null for a new one. */
  readonly editing: Item | null;
  readonly onClose: () => void;
}

export interface ListPageProps<Item> extends Pick<ItemsProps<Item>, "keyOf" | "nameOf" | "subtitleOf" | "columns" | "card"> {
  /** The texts of the page (`LIST_WORDS`). */
  readonly area: ListArea;
  readonly icon: SvgIconComponent;
  readonly list: ListState<Item>;
  /** The dialog that adds and changes; absent for people who may only read. */
  readonly form?: ((props: FormProps<Item>) => ReactNode) | undefined;
  /** Whether the form can change what exists. */
  readonly editable?: boolean;
  /** Deletes an item after a question; absent where nothing is deleted. */
  readonly remove?: ((item: Item) => Promise<void>) | undefined;
  /** Actions of a row before those of the page. */
  readonly actionsOf?: ((item: Item) => readonly RowAction[]) | undefined;
  /** Between the search and the button that adds. */
  readonly controls?: ReactNode;
  /** Above the list, when it is loaded. */
  readonly notes?: ReactNode;
}

type Open<Item> = { readonly dialog: "add" } | { readonly dialog: "edit" | "remove"; readonly item: Item } | null;

/** A page that lists things, with search, paging, adding, changing and deleting (ux B4.12). A table, or cards on a phone. */
export function ListPage<Item>(props: ListPageProps<Item>) {
  const { area, icon, list, form, remove, actionsOf, editable = true } = props;
  const words = useWords(area);
  const narrow = useMediaQuery("(max-width: 599.95px)");
  const [open, setOpen] = useState<Open<Item>>(null);
  const close = () => setOpen(null);
  const { count, shown } = list;
  const wanted = list.term.trim();

  const allActions = (item: Item): readonly RowAction[] => {
    const name = props.nameOf(item);
    return [
      ...(actionsOf?.(item) ?? []),
      ...(form && editable ? [{ icon: EditOutlined, label: words("edit", { name }), run: () => setOpen({ dialog: "edit", item }) }] : []),
      ...(remove
        ? [{ icon: DeleteOutlined, label: words("delete", { name }), dangerous: true, run: () => setOpen({ dialog: "remove", item }) }]
        : []),
    ];
  };
  const addButton = form && (
    <Button variant="contained" color="primary" startIcon={<Add />} onClick={() => setOpen({ dialog: "add" })}>
      {narrow ? words("addShort") : words("add")}
    </Button>
  );
  const Items = narrow ? ItemCards : ItemTable;
  const hasActions = actionsOf !== undefined || remove !== undefined || (form !== undefined && editable);

  return (
    <>
      <Page
        title={words("title")}
        count={count === undefined ? undefined : String(count)}
        countInWords={count === undefined ? undefined : words("count", { count })}
        actions={
          <>
            {count !== undefined && (count > FEW || wanted !== "") && (
              <SearchField
                className="pageSearch"
                label={words("search")}
                value={list.term}
                onChange={list.setTerm}
                found={wanted === "" || !shown ? undefined : words("found", { count: shown.length })}
              />
            )}
            {props.controls}
            {count !== undefined && addButton}
          </>
        }
      >
        {list.error && !shown && <ErrorCard title={words("loadFailed")} error={list.error} onRetry={list.retry} />}
        {!list.error && !shown && <TableSkeleton />}
        {shown && props.notes}
        {shown?.length === 0 && wanted === "" && (
          <EmptyState icon={icon} title={words("empty")} text={words("emptyText")}>
            {addButton}
          </EmptyState>
        )}
        {shown?.length === 0 && wanted !== "" && (
          <EmptyState icon={SearchOff} title={words("nothingFound", { term: wanted })} text={words("nothingFoundText")} />
        )}
        {shown && shown.length > 0 && <Items {...props} items={shown} words={words} actionsOf={hasActions ? allActions : undefined} />}
        {list.more && <EndOfList onReached={list.more} />}
      </Page>
      <Suspense>
        {open?.dialog === "add" && form?.({ editing: null, onClose: close })}
        {open?.dialog === "edit" && form?.({ editing: open.item, onClose: close })}
      </Suspense>
      {open?.dialog === "remove" && remove && (
        <RemoveDialog name={props.nameOf(open.item)} words={words} remove={() => remove(open.item)} onClose={close} />
      )}
    </>
  );
}

import type { SvgIconComponent } from "@mui/icons-material";
import Add from "@mui/icons-material/Add";
import DeleteOutlined from "@mui/icons-material/DeleteOutlined";
import EditOutlined from "@mui/icons-material/EditOutlined";
import SearchOff from "@mui/icons-material/SearchOff";
import WarningRounded from "@mui/icons-material/WarningRounded";
import Button, { type ButtonProps } from "@mui/material/Button";
import useMediaQuery from "@mui/material/useMediaQuery";
import type { ServerEventName } from "@balcao/contracts/live";
import { Suspense, useEffect, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useLocation, useNavigate, type Location } from "react-router-dom";
import { toErrorText } from "../../lib/api";
import { keepFocus } from "../../lib/keyboard/keepFocus";
import { useIsDeleted } from "../../lib/live";
import { useSteady } from "../../lib/useSteady";
import { EmptyState } from "../EmptyState";
import { ErrorCard } from "../ErrorCard";
import { ItemGone } from "../form/itemGone";
import { Page } from "../Page";
import { SearchField } from "../SearchField";
import { EndOfList } from "./EndOfList";
import { ItemCards, ItemTable, type ItemsProps, TableSkeleton } from "./ItemTable";
import type { ListState } from "./listState";
import { RemoveDialog } from "./RemoveDialog";
import type { RowAction } from "./RowActions";
import { useWords, type ListArea, type Words } from "./words";

keepFocus();

/** A list with fewer items has no search. */
const FEW = 5;

interface FormProps<Item> {
  /** The item to change; null for a new one. */
  readonly editing: Item | null;
  readonly onClose: () => void;
}

export interface ListPageProps<Item> extends Pick<
  ItemsProps<Item>,
  "keyOf" | "nameOf" | "pictureOf" | "presenceOf" | "subtitleOf" | "columns" | "card" | "marks"
> {
  /** The texts of the page (`LIST_WORDS`). */
  readonly area: ListArea;
  readonly icon: SvgIconComponent;
  readonly list: ListState<Item>;
  /** The dialog that adds and changes; undefined for people who may only read. */
  readonly form?: ((props: FormProps<Item>) => ReactNode) | undefined;
  /** Whether the form adds items. */
  readonly addable?: boolean;
  /** The form that adds is open when the page appears. */
  readonly startsAdding?: boolean;
  /** Whether the form can change existing items. */
  readonly editable?: boolean;
  /** Deletes an item after a question; undefined when items cannot be deleted. */
  readonly remove?: ((item: Item) => Promise<void>) | undefined;
  /** What a deletion touches, in the question before it. */
  readonly touchedBy?: ((item: Item) => ReactNode) | undefined;
  /** The live events of the items, by which an open dialog learns that its item was deleted. */
  readonly event?: ServerEventName;
  /** Which items the form can change; all of them by default. */
  readonly mayEdit?: ((item: Item) => boolean) | undefined;
  /** Which items can be deleted; all of them by default. */
  readonly mayRemove?: ((item: Item) => boolean) | undefined;
  /** The actions of a row, shown before those of the page. */
  readonly actionsOf?: ((item: Item) => readonly RowAction[]) | undefined;
  /** A click on a row opens the form of its item. */
  readonly pressable?: boolean;
  /** Shown between the search and the button that adds. */
  readonly controls?: ReactNode;
  /** Shown above the list when it is loaded. */
  readonly notes?: ReactNode;
}

type Open<Item> = { readonly dialog: "add" } | { readonly dialog: "edit" | "remove"; readonly item: Item } | null;

interface RowActionsOptions<Item> extends Pick<
  ListPageProps<Item>,
  "nameOf" | "form" | "remove" | "mayEdit" | "mayRemove" | "actionsOf" | "editable"
> {
  readonly words: Words;
  readonly open: (next: Open<Item>) => void;
}

/** The actions of a row: its own, change, delete. Undefined when there are none. */
function toActionsOf<Item>({ words, open, ...page }: RowActionsOptions<Item>) {
  const { nameOf, form, remove, mayEdit, mayRemove, actionsOf, editable = true } = page;
  const edits = form !== undefined && editable;
  if (!edits && !remove && !actionsOf) return undefined;
  return (item: Item): readonly RowAction[] => {
    const name = nameOf(item);
    const edit = { icon: EditOutlined, label: words("edit", { name }), run: () => open({ dialog: "edit", item }) };
    const erase = { icon: DeleteOutlined, label: words("delete", { name }), dangerous: true, run: () => open({ dialog: "remove", item }) };
    return [
      ...(actionsOf?.(item) ?? []),
      ...(edits && mayEdit?.(item) !== false ? [edit] : []),
      ...(remove && mayRemove?.(item) !== false ? [erase] : []),
    ];
  };
}

/** The search of a list that is long enough for one, and the number of results. */
function ListSearch<Item>({ list, words }: { readonly list: ListState<Item>; readonly words: Words }) {
  const { count = 0, shown, term, setTerm, searchable = false } = list;
  const searches = term.trim() !== "";
  if (count <= FEW && !searches && !searchable && !list.narrowed) return null;
  const found = searches && shown ? words("found", { count: shown.length }) : undefined;
  return <SearchField className="pageSearch" label={words("search")} value={term} onChange={setTerm} found={found} />;
}

/**
 * Shown in place of an empty list: an error, a placeholder while loading, that nothing exists, or
 * that nothing was found.
 */
function ListNothing<Item>({
  list,
  words,
  icon,
  addButton,
}: Pick<ListPageProps<Item>, "list" | "icon"> & { readonly words: Words; readonly addButton: ReactNode }) {
  const { t } = useTranslation();
  const { error, shown, retry } = list;
  const term = list.term.trim();
  const { narrowed } = list;
  if (error && !shown) return <ErrorCard title={words("loadFailed")} error={error} onRetry={retry} />;
  if (!shown) return <TableSkeleton />;
  if (shown.length > 0) return null;
  if (narrowed)
    return (
      <EmptyState icon={SearchOff} title={words("nothingNarrowed")} text={words("nothingFoundText")}>
        <Button variant="outlined" onClick={narrowed.clear}>
          {t("action.clearFilters")}
        </Button>
      </EmptyState>
    );
  return term === "" ? (
    <EmptyState icon={icon} title={words("empty")} text={words("emptyText")}>
      {addButton}
    </EmptyState>
  ) : (
    <EmptyState icon={SearchOff} title={words("nothingFound", { term })} text={words("nothingFoundText")}>
      <Button variant="outlined" onClick={() => list.setTerm("")}>
        {t("action.clearFilters")}
      </Button>
    </EmptyState>
  );
}

/** The number of items, with a plus where there are more. */
function toCountText({ count, uncounted }: Pick<ListState<unknown>, "count" | "uncounted">): string | undefined {
  return count === undefined ? undefined : `${count}${uncounted === true ? "+" : ""}`;
}

type AddLook = Pick<ButtonProps, "variant" | "color">;

/** Whether the page has a button that adds, which waits for the list. */
const mayAdd = <Item,>({ form, addable = true, list }: Pick<ListPageProps<Item>, "form" | "addable" | "list">): boolean =>
  form !== undefined && addable && list.count !== undefined;

/** Opens the form of a new item where the palette led here for it; a reload does not open it again. */
function useAskedToAdd(may: boolean, add: () => void): void {
  const navigate = useNavigate();
  const { state, pathname, search } = useLocation() as Location<{ readonly add?: boolean } | null>;
  const asked = state?.add === true;
  const steady = useSteady({ add });
  useEffect(() => {
    if (!asked || !may) return;
    steady.add();
    void navigate({ pathname, search }, { replace: true, state: null });
  }, [asked, may, steady, navigate, pathname, search]);
}

/** What a click on a row opens; undefined where it opens nothing. */
function toPressOf<Item>({ pressable, form, editable, mayEdit }: ListPageProps<Item>, open: (next: Open<Item>) => void) {
  if (pressable !== true || form === undefined || editable === false) return undefined;
  return (item: Item) => (mayEdit?.(item) === false ? undefined : () => open({ dialog: "edit", item }));
}

/**
 * A page that lists items, with search, paging, adding, changing and deleting. It is a table, or
 * cards on a phone.
 */
export function ListPage<Item>(props: ListPageProps<Item>) {
  const { area, icon, list } = props;
  const words = useWords(area);
  const narrow = useMediaQuery("(max-width: 599.95px)");
  const [open, setOpen] = useState<Open<Item>>(props.startsAdding === true ? { dialog: "add" } : null);
  useAskedToAdd(mayAdd(props), () => setOpen({ dialog: "add" }));
  const { count, shown } = list;
  const addLabel = narrow ? words("addShort") : words("add");
  const addButton = (look: AddLook) =>
    mayAdd(props) && (
      <Button {...look} startIcon={<Add />} onClick={() => setOpen({ dialog: "add" })}>
        {addLabel}
      </Button>
    );
  const Items = narrow ? ItemCards : ItemTable;
  return (
    <>
      <Page
        title={words("title")}
        count={toCountText(list)}
        countInWords={count === undefined ? undefined : words("count", { count })}
        actions={
          <>
            <ListSearch list={list} words={words} />
            {props.controls}
            {addButton({ variant: "contained", color: "primary" })}
          </>
        }
      >
        {shown && list.error && <StaleList list={list} words={words} />}
        {shown && props.notes}
        <ListNothing list={list} words={words} icon={icon} addButton={addButton({ variant: "tonal" })} />
        {shown && shown.length > 0 && (
          <Items
            {...props}
            items={shown}
            words={words}
            onPress={toPressOf(props, setOpen)}
            actionsOf={toActionsOf({ ...props, words, open: setOpen })}
          />
        )}
        {list.more && <EndOfList onReached={list.more} failed={list.error !== null} />}
      </Page>
      <ListDialogs {...props} open={open} words={words} onClose={() => setOpen(null)} />
    </>
  );
}

interface ListDialogsProps<Item> extends Pick<ListPageProps<Item>, "form" | "remove" | "touchedBy" | "nameOf" | "keyOf" | "event"> {
  readonly open: Open<Item>;
  readonly words: Words;
  readonly onClose: () => void;
}

/** The form dialog, or the question before a deletion. */
function ListDialogs<Item>({ open, form, remove, touchedBy, nameOf, keyOf, event, words, onClose }: ListDialogsProps<Item>) {
  const item = open && open.dialog !== "add" ? open.item : null;
  const gone = useIsDeleted(event, item === null ? null : Number(keyOf(item)));
  if (!open) return null;
  if (open.dialog === "remove") {
    const { item: removed } = open;
    return (
      remove && (
        <ItemGone value={gone}>
          <RemoveDialog
            name={nameOf(removed)}
            words={words}
            touched={touchedBy?.(removed)}
            remove={() => remove(removed)}
            onClose={onClose}
          />
        </ItemGone>
      )
    );
  }
  return (
    <ItemGone value={gone}>
      <Suspense>{form?.({ editing: item, onClose })}</Suspense>
    </ItemGone>
  );
}

/** Says above the rows that they could not be read again, or that further ones could not be read. */
function StaleList({ list: { error, retry }, words }: { readonly list: ListState<unknown>; readonly words: Words }) {
  const { t } = useTranslation();
  return (
    <p className="listStale" role="alert">
      <WarningRounded aria-hidden />
      <span>
        {words("loadFailed")}: {toErrorText(error)}
      </span>
      <Button size="small" variant="text" color="inherit" onClick={retry}>
        {t("action.retry")}
      </Button>
    </p>
  );
}

import type { SavedViewView } from "@balcao/contracts/savedViews";
import type { SavedViewForm } from "@balcao/domain/forms";
import { VIEW_COLUMNS, VIEW_LIMITS, VIEW_TARGETS } from "@balcao/domain/savedViews";
import { LIST_STATUSES } from "@balcao/domain/tickets";
import { useQuery } from "@tanstack/react-query";
import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router-dom";
import { call } from "../../../lib/api";
import { connectionsQuery } from "../../../lib/data/connections";
import { queuesQuery } from "../../../lib/data/queues";
import { useReasonWords } from "../../../lib/data/reasonWords";
import { useSettings } from "../../../lib/data/settings";
import { allUsersQuery } from "../../../lib/data/users";
import { wholeList } from "../../../lib/data/wholeLists";
import { useSelf } from "../../../lib/session";
import { toasts } from "../../../lib/toasts";
import { SelectField } from "../../../ui";
import { ChoiceChips, FormDialog, FormText, SwitchRow, useItemForm } from "../../../ui/form";
import { AdField } from "../search/AdField";
import { ChoicePicker } from "../search/ChoicePicker";
import "../search/search.css";
import { refreshViews } from "./useViewCounts";

const schema = async () => (await import("@balcao/domain/forms")).savedViewForm;

const NEW: SavedViewForm = {
  ...{ name: "", status: "", queueIds: [], owner: "", tagIds: [], whatsappId: "", waitingMinutes: "" },
  ...{ target: "", reason: "", fromAd: false, ad: "", order: "activity", columns: null, sharedQueueId: "", pinned: false },
};

const toText = (value: string | number | null): string => (value === null ? "" : String(value));

function toValues(view: SavedViewView): SavedViewForm {
  const { name, queueIds, tagIds, fromAd, order, columns, pinned } = view;
  return {
    ...{ name, fromAd, order, pinned, queueIds: [...queueIds], tagIds: [...tagIds], columns: columns && [...columns] },
    ...{ status: toText(view.status), owner: toText(view.owner), whatsappId: toText(view.whatsappId) },
    ...{ waitingMinutes: toText(view.waitingMinutes), target: toText(view.target), reason: toText(view.reason), ad: toText(view.ad) },
    sharedQueueId: toText(view.sharedQueueId),
  };
}

type Body = Parameters<typeof call<"savedViews", "change">>[2]["body"];

const toNumber = (text: string): number | null => (text === "" ? null : Number(text));

/** The fields of the call, of which some may be absent. */
function toBody({ whatsappId, waitingMinutes, sharedQueueId, ...texts }: Partial<SavedViewForm>): Body {
  return {
    // The selects offer nothing but what the call takes.
    ...(texts as Body),
    ...(whatsappId !== undefined && { whatsappId: toNumber(whatsappId) }),
    ...(waitingMinutes !== undefined && { waitingMinutes: toNumber(waitingMinutes) }),
    ...(sharedQueueId !== undefined && { sharedQueueId: toNumber(sharedQueueId) }),
  };
}

interface ColumnsFieldProps {
  readonly chosen: readonly string[] | null;
  readonly onChoose: (columns: string[] | null) => void;
}

/** What the rows of the view show; off, what those of every list show (D-611). */
function ColumnsField({ chosen, onChoose }: ColumnsFieldProps) {
  const { t } = useTranslation("views");
  return (
    <>
      <SwitchRow
        label={t("form.columns")}
        help={t("form.columnsHelp")}
        checked={chosen !== null}
        onChange={(on) => onChoose(on ? ["queue", "target"] : null)}
      />
      {chosen !== null && (
        <ChoiceChips
          label={t("form.shows")}
          help={t("form.showsHelp")}
          choices={VIEW_COLUMNS.map((column, id) => ({ id, name: t(`column.${column}`) }))}
          value={VIEW_COLUMNS.flatMap((column, id) => (chosen.includes(column) ? [id] : []))}
          onChange={(ids) => onChoose(VIEW_COLUMNS.filter((_column, id) => ids.includes(id)))}
        />
      )}
    </>
  );
}

interface ViewFormDialogProps {
  readonly editing: SavedViewView | null;
  /** What a new one begins with. */
  readonly seed?: Partial<SavedViewForm>;
  readonly onClose: () => void;
}

/** Saves a filter of the inbox with a name, for oneself or a queue (D-553). */
export function ViewFormDialog({ editing, seed, onClose }: ViewFormDialogProps) {
  const { t } = useTranslation(["views", "search", "closing"]);
  const [, setQuery] = useSearchParams();
  const { data: views = [] } = useQuery(wholeList("savedViews"));
  const isFull = views.filter(({ id, pinned }) => pinned && id !== editing?.id).length >= VIEW_LIMITS.pinned;
  const form = useItemForm<SavedViewView, SavedViewForm, SavedViewView>({
    editing,
    schema,
    values: editing ? toValues(editing) : { ...NEW, pinned: !isFull, ...seed },
    area: "views",
    create: (values, idempotencyKey) =>
      call("savedViews", "create", { body: { ...toBody(values), name: values.name } }, { idempotencyKey }),
    change: ({ id }, changes) => call("savedViews", "change", { params: { viewId: id }, body: toBody(changes) }),
    onSaved: ({ id, name }) => {
      void refreshViews();
      toasts.success(t("views:saved", { name }));
      onClose();
      if (!editing) setQuery({ view: String(id) }, { replace: true });
    },
  });
  const { control, setValue } = form.form;
  const values = useWatch({ control }) as SavedViewForm;
  const set = <N extends keyof SavedViewForm>(name: N, value: SavedViewForm[N]) => setValue(name, value as never, { shouldDirty: true });
  const choices = useChoices(values, editing);
  const select = (name: SelectName, label: string) => (
    <SelectField
      key={name}
      label={label}
      value={values[name]}
      error={form.faultOf(name)}
      onChange={(value) => set(name, value)}
      options={choices[name]}
    />
  );
  const { queues, tags, asksForReasons } = choices;
  const pick = (name: "queueIds" | "tagIds", offered: typeof queues) => (
    <ChoicePicker
      label={t(name === "queueIds" ? "views:form.queues" : "search:filters.tags")}
      offered={offered}
      chosen={values[name]}
      error={form.faultOf(name)}
      onChoose={(ids) => set(name, [...ids])}
    />
  );
  return (
    <FormDialog
      title={t(editing ? "views:form.editTitle" : "views:form.title")}
      form={form}
      width={560}
      submitLabel={t("views:form.save")}
      onClose={onClose}
    >
      <FormText of={form} name="name" label={t("views:form.name")} slotProps={{ input: { maxLength: VIEW_LIMITS.name.max } }} />
      <div className="searchPanel">
        {select("status", t("views:form.status"))}
        {select("owner", t("search:filters.user"))}
        {pick("queueIds", queues)}
        {pick("tagIds", tags)}
        {select("whatsappId", t("search:filters.connection"))}
        <FormText
          of={form}
          name="waitingMinutes"
          label={t("views:form.waiting")}
          slotProps={{ input: { inputMode: "numeric", maxLength: 5 } }}
        />
        {select("target", t("views:form.target"))}
        {asksForReasons && select("reason", t("closing:filter"))}
        <AdField
          {...{ fromAd: values.fromAd, ad: values.ad, error: form.faultOf("ad") }}
          onChange={(fromAd, ad) => {
            set("fromAd", fromAd);
            set("ad", ad);
          }}
        />
        {select("order", t("views:form.order"))}
        {select("sharedQueueId", t("views:form.shared"))}
      </div>
      <ColumnsField chosen={values.columns} onChoose={(columns) => set("columns", columns)} />
      <SwitchRow
        label={t("views:form.pinned")}
        help={t(isFull ? "views:full" : "views:form.pinnedHelp")}
        checked={values.pinned}
        disabled={isFull && !values.pinned}
        onChange={(next) => set("pinned", next)}
      />
    </FormDialog>
  );
}

type SelectName = "status" | "owner" | "whatsappId" | "target" | "reason" | "order" | "sharedQueueId";

interface Offered {
  readonly id: number;
  readonly name: string;
  readonly color: string;
}

/** What each field offers. What is chosen and not among it is deleted, or of others, and can be taken away. */
function useChoices(values: SavedViewForm, editing: SavedViewView | null) {
  const { t } = useTranslation(["views", "search"]);
  const self = useSelf();
  const { data: every } = useQuery(queuesQuery);
  const { data: tags } = useQuery(wholeList("tags"));
  const { data: connections } = useQuery(connectionsQuery);
  const { data: users } = useQuery({ ...allUsersQuery, enabled: self.profile !== "user" });
  const { nameOf, keys } = useReasonWords();
  const queues = self.profile === "admin" ? every : self.queues;
  const any = { value: "", label: t("search:any") };
  const gone = (list: readonly unknown[] | undefined) => (list ? t("views:gone") : "…");
  const ones = (offered: readonly Offered[] = [], chosen: readonly number[], all: readonly Offered[] | undefined): readonly Offered[] => [
    ...offered,
    ...chosen
      .filter((id) => !offered.some((one) => one.id === id))
      .map((id) => all?.find((one) => one.id === id) ?? { id, name: gone(all), color: "transparent" }),
  ];
  const options = (
    first: readonly Option[],
    list: readonly Pick<Offered, "id" | "name">[] | undefined,
    value: string,
  ): readonly Option[] => {
    const offered = [...first, ...(list ?? []).map(({ id, name }) => ({ value: String(id), label: name }))];
    return offered.some((option) => option.value === value) ? offered : [...offered, { value, label: gone(list) }];
  };
  const reasons = [any, ...keys.map((key) => ({ value: key, label: nameOf(key) }))];
  return {
    // What was chosen at first stays offered, so that taking it away does not take the focus.
    queues: ones(queues, [...new Set([...values.queueIds, ...(editing?.queueIds ?? [])])], every),
    tags: ones(tags, [...new Set([...values.tagIds, ...(editing?.tagIds ?? [])])], tags),
    asksForReasons: useSettings().closingReason !== "off" || values.reason !== "",
    status: [{ value: "", label: t("views:form.live") }, ...LIST_STATUSES.map((value) => ({ value, label: t(`views:status.${value}`) }))],
    owner: options(
      [any, { value: "me", label: t("views:form.me") }, { value: "none", label: t("views:form.nobody") }],
      users,
      values.owner,
    ),
    whatsappId: options([any], connections, values.whatsappId),
    target: [any, ...VIEW_TARGETS.map((value) => ({ value, label: t(`views:target.${value}`) }))],
    reason: options(reasons, [], values.reason),
    order: (["activity", "wait", "due"] as const).map((value) => ({ value, label: t(`views:order.${value}`) })),
    sharedQueueId: options([{ value: "", label: t("views:form.own") }], queues, values.sharedQueueId),
  };
}

interface Option {
  readonly value: string;
  readonly label: string;
}

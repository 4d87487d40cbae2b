import Close from "@mui/icons-material/Close";
import { useTranslation } from "react-i18next";
import { useReasonWords } from "../../../lib/data/reasonWords";
import { useAds } from "./AdField";
import { FIELD_FILTERS, type FieldFilter, type SearchFilter } from "./searchFilter";
import type { Search } from "./useSearchFilter";

interface Named {
  readonly id: number;
  readonly name: string;
}

interface FilterChipsProps {
  readonly search: Search;
  readonly queues: readonly Named[];
  readonly users: readonly Named[];
  readonly tags: readonly Named[];
}

interface Chip {
  readonly key: string;
  readonly label: FieldFilter | "user" | "tag" | "reason" | "ad";
  readonly value: string;
  readonly without: Partial<SearchFilter>;
}

interface Names extends Omit<FilterChipsProps, "search"> {
  readonly reasonOf: (key: string) => string;
  readonly originOf: (filter: SearchFilter) => string | null;
}

function toChips(filter: SearchFilter, { queues, users, tags, reasonOf, originOf }: Names): readonly Chip[] {
  const texts = FIELD_FILTERS.filter((name) => filter[name] !== "");
  const nameIn = (list: readonly Named[], id: number) => list.find((each) => each.id === id)?.name ?? `#${id}`;
  const { queueIds, userId, tagIds, reason } = filter;
  const origin = originOf(filter);
  return [
    ...texts.map((name) => ({ key: name, label: name, value: filter[name], without: { [name]: "" } })),
    ...queueIds.map((id) => ({
      key: `queue ${id}`,
      label: "queue" as const,
      value: nameIn(queues, id),
      without: { queueIds: queueIds.filter((other) => other !== id) },
    })),
    ...(userId === null ? [] : [{ key: "user", label: "user" as const, value: nameIn(users, userId), without: { userId: null } }]),
    ...(reason === "" ? [] : [{ key: "reason", label: "reason" as const, value: reasonOf(reason), without: { reason: "" } }]),
    ...(origin === null ? [] : [{ key: "ad", label: "ad" as const, value: origin, without: { fromAd: false, ad: "" } }]),
    ...tagIds.map((id) => ({
      key: `tag ${id}`,
      label: "tag" as const,
      value: nameIn(tags, id),
      without: { tagIds: tagIds.filter((other) => other !== id) },
    })),
  ];
}

/** The active filters beside the text, each with its removal, and one for all. */
export function FilterChips({ search, ...names }: FilterChipsProps) {
  const { t } = useTranslation(["search", "closing"]);
  const { nameOf } = useReasonWords();
  const { nameOf: adNameOf } = useAds();
  const originOf = ({ fromAd, ad }: SearchFilter) => (ad !== "" ? adNameOf(ad) : fromAd ? t("search:anyAd") : null);
  const chips = toChips(search.filter, { ...names, originOf, reasonOf: nameOf });
  if (chips.length === 0) return null;
  return (
    <ul className="searchChips" aria-label={t("search:active")}>
      {chips.map((chip) => {
        const text = t("search:chip", {
          label: chip.label === "reason" ? t("closing:filter") : t(`search:filters.${chip.label}`),
          value: chip.value,
        });
        return (
          <li key={chip.key}>
            <button
              type="button"
              className="searchChip"
              aria-label={t("search:remove", { filter: text })}
              onClick={() => search.choose(chip.without)}
            >
              <span className="ellipsis">{text}</span>
              <Close aria-hidden />
            </button>
          </li>
        );
      })}
      <li>
        <button type="button" className="searchClear" onClick={search.clearFilters}>
          {t("search:clear")}
        </button>
      </li>
    </ul>
  );
}

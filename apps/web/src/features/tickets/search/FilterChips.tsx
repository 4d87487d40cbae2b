import Close from "@mui/icons-material/Close";
import { useTranslation } from "react-i18next";
import type { SearchFilter } from "./searchFilter";
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
  readonly label: "contact" | "connection" | "queue" | "user" | "tag";
  readonly value: string;
  readonly without: Partial<SearchFilter>;
}

const TEXTS = ["contact", "connection", "queue"] as const;
const WITHOUT_TEXT = { contact: { contact: "" }, connection: { connection: "" }, queue: { queue: "" } } as const;

function toChips(filter: SearchFilter, { queues, users, tags }: Omit<FilterChipsProps, "search">): readonly Chip[] {
  const texts = TEXTS.filter((name) => filter[name] !== "");
  const nameIn = (list: readonly Named[], id: number) => list.find((each) => each.id === id)?.name ?? `#${id}`;
  const { queueIds, userId, tagIds } = filter;
  return [
    ...texts.map((name) => ({ key: name, label: name, value: filter[name], without: WITHOUT_TEXT[name] })),
    ...queueIds.map((id) => ({
      key: `queue ${id}`,
      label: "queue" as const,
      value: nameIn(queues, id),
      without: { queueIds: queueIds.filter((other) => other !== id) },
    })),
    ...(userId === null ? [] : [{ key: "user", label: "user" as const, value: nameIn(users, userId), without: { userId: null } }]),
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
  const { t } = useTranslation("search");
  const chips = toChips(search.filter, names);
  if (chips.length === 0) return null;
  return (
    <ul className="searchChips" aria-label={t("active")}>
      {chips.map((chip) => {
        const text = t("chip", { label: t(`filters.${chip.label}`), value: chip.value });
        return (
          <li key={chip.key}>
            <button
              type="button"
              className="searchChip"
              aria-label={t("remove", { filter: text })}
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
          {t("clear")}
        </button>
      </li>
    </ul>
  );
}

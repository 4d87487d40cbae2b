import type { Deeds } from "@balcao/domain/quickAnswers";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { queuesQuery } from "../../../lib/data/queues";
import { allUsersQuery } from "../../../lib/data/users";
import { wholeList } from "../../../lib/data/wholeLists";

/** A deed in words. */
export interface DeedLine {
  readonly id: "tags" | "transfer" | "snooze" | "close";
  readonly text: string;
  /** A tag, a queue or a person of it is no longer there (D-532). */
  readonly gone: boolean;
}

interface Named {
  readonly id: number;
  readonly name: string;
}

const NONE: readonly Named[] = [];

/** The names of what deeds name; undefined for what is no longer there. */
function useNames({ tagIds, queueId, userId }: Deeds) {
  const tags = useQuery(wholeList("tags"));
  const queues = useQuery(queuesQuery);
  const users = useQuery(allUsersQuery);
  const nameIn = (list: readonly Named[] = NONE, wanted: number) => list.find(({ id }) => id === wanted)?.name;
  return {
    isReady: tags.isSuccess && queues.isSuccess && users.isSuccess,
    tags: tagIds.map((id) => nameIn(tags.data, id)),
    place: [
      ...(userId === null
        ? []
        : [
            {
              kind: "user",
              name: nameIn(
                users.data?.filter(({ active }) => active),
                userId,
              ),
            },
          ]),
      ...(queueId === null ? [] : [{ kind: "queue", name: nameIn(queues.data, queueId) }]),
    ],
  };
}

/** What a macro does, in the order in which it is done; null while the names are loading. Texts of `quickAnswers` and `planned`. */
export function useDeedLines(deeds: Deeds): readonly DeedLine[] | null {
  const { t, i18n } = useTranslation("quickAnswers");
  const { t: planned } = useTranslation("planned");
  const { isReady, tags, place } = useNames(deeds);
  if (!isReady) return null;
  const lines: DeedLine[] = [];
  if (tags.length > 0) {
    const names = new Intl.ListFormat(i18n.language).format(tags.map((name) => name ?? t("macro.gone")));
    lines.push({ id: "tags", text: t("macro.line.tags", { names }), gone: tags.includes(undefined) });
  }
  if (place.length > 0) {
    const to = place.map(({ kind, name = t("macro.gone") }) => (kind === "queue" ? t("macro.queue", { name }) : name)).join(" · ");
    lines.push({ id: "transfer", text: t("macro.line.transfer", { to }), gone: place.some(({ name }) => name === undefined) });
  }
  const { snooze, close } = deeds;
  if (snooze !== null) {
    const when = snooze === "message" ? planned("snooze.message") : planned(`choice.${snooze}`);
    lines.push({ id: "snooze", text: t("macro.line.snooze", { when }), gone: false });
  }
  if (close !== null) lines.push({ id: "close", text: t(`macro.close.${close}`), gone: false });
  return lines;
}

import type { AuditEntryView, AuditSubjectView } from "@balcao/contracts/audit";
import { useTranslation } from "react-i18next";

interface EntryWords {
  readonly action: (entry: Pick<AuditEntryView, "action">) => string;
  /** The same of the name of an action. */
  readonly deed: (action: string) => string;
  /** The person, and the token by which a program acted for them (D-574). */
  readonly doer: (entry: Pick<AuditEntryView, "user" | "token">) => string;
  readonly subject: (subject: AuditSubjectView) => string;
}

/** An entry in words; an action without a word of its own keeps its name. */
export function useEntryWords(): EntryWords {
  const { t, i18n } = useTranslation("audit");
  const word = (group: "area" | "verb", key: string): string =>
    // The keys depend on stored values, so the compiler cannot check them.
    i18n.exists(`audit:${group}.${key}`) ? t(`${group}.${key}` as "area.tag") : key;
  const deed = (action: string): string => {
    const [area = "", verb] = action.split(".");
    return verb === undefined ? word("area", area) : `${word("area", area)}: ${word("verb", verb)}`;
  };
  const person = (user: AuditEntryView["user"]): string => (user === null ? t("system") : (user.name ?? t("superAdmin")));
  return {
    action: ({ action }) => deed(action),
    deed,
    doer: ({ user, token }) => (token === null ? person(user) : `${person(user)} (${t("byToken", { name: token })})`),
    subject: ({ kind, id, name }) => (name === null ? t(`kind.${kind}`, { id }) : `${t(`kind.${kind}`, { id })} (${name})`),
  };
}

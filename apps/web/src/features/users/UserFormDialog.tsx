import type { UserView } from "@balcao/contracts/users";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSelf } from "../../lib/session";
import { AuditLink } from "../../ui/AuditLink";
import { FormDialog, Section } from "../../ui/form";
import { SessionList } from "../account";
import { AccountSection } from "./AccountSection";
import { HoursSection } from "./HoursSection";
import { RightsSection } from "./RightsSection";
import { SubstitutionsSection } from "./SubstitutionsSection";
import { useHandOver } from "./useHandOver";
import { useUserForm } from "./useUserForm";
import "./users.css";

const SECTIONS = ["account", "rights", "hours", "substitutions", "sessions"] as const;
type SectionName = (typeof SECTIONS)[number];
const SECTION_OF: Readonly<Record<string, SectionName>> = { startTime: "hours", endTime: "hours", substitution: "substitutions" };

interface UserFormDialogProps {
  /** Null for a new user. */
  readonly editing: UserView | null;
  readonly onClose: () => void;
}

/** Everything about a user: account, rights, working time, substitutes (USER-008). */
export function UserFormDialog({ editing, onClose }: UserFormDialogProps) {
  const { t } = useTranslation("users");
  const self = useSelf();
  const { form, people } = useUserForm(editing, onClose);
  const { owned, ask } = useHandOver(editing, form);
  const [opened, setOpened] = useState<ReadonlySet<SectionName>>(new Set(["account"]));
  const wrong = new Set(Object.keys(form.form.formState.errors).map((field) => SECTION_OF[field] ?? "account"));
  const place = (name: SectionName) => ({
    number: SECTIONS.indexOf(name) + 1,
    open: opened.has(name) || wrong.has(name),
    onToggle: () => {
      const next = new Set(opened);
      if (!next.delete(name)) next.add(name);
      setOpened(next);
    },
  });
  return (
    <FormDialog
      long
      width={600}
      title={editing ? t("form.editTitle", { name: editing.name }) : t("form.title")}
      subtitle={editing ? <AuditLink kind="user" id={editing.id} /> : undefined}
      form={form}
      submitLabel={t(editing ? "form.save" : "form.submit")}
      onClose={onClose}
    >
      <AccountSection
        place={place("account")}
        of={form}
        editing={editing}
        isSelf={editing?.id === self.id}
        onActive={(active) => void ask(active).then((asked) => asked && setOpened((before) => new Set([...before, "substitutions"])))}
      />
      <RightsSection place={place("rights")} of={form} />
      <HoursSection place={place("hours")} of={form} />
      {editing && <SubstitutionsSection place={place("substitutions")} of={form} people={people} owned={owned} />}
      {editing && (
        <Section {...place("sessions")} title={t("form.sessions")}>
          {opened.has("sessions") && (
            <Suspense>
              <SessionList userId={editing.id} />
            </Suspense>
          )}
        </Section>
      )}
    </FormDialog>
  );
}

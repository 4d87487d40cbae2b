import type { OwnedTicketsView, UserView } from "@balcao/contracts/users";
import { PROFILES } from "@balcao/domain/access";
import type { UserForm } from "@balcao/domain/forms";
import { LIMITS } from "@balcao/domain/limits";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { call, toErrorText } from "../../lib/api";
import { useConfig } from "../../lib/config";
import { connectionsQuery } from "../../lib/data/connections";
import { useSelf } from "../../lib/session";
import { toasts } from "../../lib/toasts";
import { SelectField } from "../../ui";
import { AuditLink } from "../../ui/AuditLink";
import type { SchemaForm, SectionPlace } from "../../ui/form";
import { EmailProof, FormDialog, FormText, NewPasswordField, QueueChips, Section, SwitchRow } from "../../ui/form";
import { PhotoField, SessionList } from "../account";
import { askHandOver, dropUnanswered } from "./handOver";
import { PasswordButtons } from "./PasswordButtons";
import { SubstitutionsSection } from "./SubstitutionsSection";
import { useUserForm } from "./useUserForm";
import "./users.css";

interface AccountSectionProps {
  readonly place: SectionPlace;
  readonly of: SchemaForm<UserForm>;
  readonly editing: UserView | null;
  readonly isSelf: boolean;
  /** Whether a new person is invited by e-mail in place of a password. */
  readonly invites: boolean;
  readonly onInvite: (on: boolean) => void;
  /** Called when the account is switched on or off. */
  readonly onActive: (active: boolean) => void;
}

/** The password of a new account, or an invitation to choose one where mails are sent. */
function FirstPassword({ of, invites, onInvite }: Pick<AccountSectionProps, "of" | "invites" | "onInvite">) {
  const { t } = useTranslation("users");
  const hasMail = useConfig()?.mail === true;
  return (
    <>
      {hasMail && <SwitchRow label={t("form.invite")} help={t("form.inviteHelp")} checked={invites} onChange={onInvite} />}
      {!invites && <NewPasswordField of={of} name="password" label={t("form.password")} />}
    </>
  );
}

/** Name, e-mail, password, profile, queues, default connection, and whether the account is active. */
function AccountSection({ place, of, editing, isSelf, invites, onInvite, onActive }: AccountSectionProps) {
  const { t } = useTranslation(["users", "common"]);
  const { data: connections = [] } = useQuery(connectionsQuery);
  const { setValue, control } = of.form;
  const [profile, queueIds, whatsappId, active] = useWatch({ control, name: ["profile", "queueIds", "whatsappId", "active"] });
  const none = { value: "0", label: t("users:form.noConnection") };
  return (
    <Section {...place} title={t("users:form.account")}>
      {editing && (
        <Suspense>
          <PhotoField user={editing} />
        </Suspense>
      )}
      <FormText of={of} name="name" label={t("users:form.name")} slotProps={{ input: { maxLength: LIMITS.user.name.max } }} />
      <FormText of={of} name="email" label={t("users:form.email")} type="email" />
      {editing && isSelf && <EmailProof of={of} email="email" name="currentPassword" present={editing.email} />}
      {editing ? <PasswordButtons user={editing} isSelf={isSelf} /> : <FirstPassword {...{ of, invites, onInvite }} />}
      <SelectField
        label={t("users:form.profile")}
        value={profile}
        disabled={isSelf}
        help={isSelf ? t("users:form.ownProfile") : undefined}
        options={PROFILES.map((value) => ({ value, label: t(`common:account.profile.${value}`) }))}
        onChange={(value) => setValue("profile", PROFILES.find((each) => each === value) ?? "user", { shouldDirty: true })}
      />
      <QueueChips
        label={t("users:form.queues")}
        help={t("users:form.queuesHelp")}
        value={queueIds}
        onChange={(ids) => setValue("queueIds", ids, { shouldDirty: true })}
      />
      <SelectField
        label={t("users:form.connection")}
        help={t("users:form.connectionHelp")}
        value={String(whatsappId)}
        options={[none, ...connections.map(({ id, name }) => ({ value: String(id), label: name }))]}
        onChange={(value) => setValue("whatsappId", Number(value), { shouldDirty: true })}
      />
      <SwitchRow
        label={t("users:form.active")}
        help={t(isSelf ? "users:form.ownActive" : "users:form.activeHelp")}
        checked={active}
        disabled={isSelf}
        onChange={(checked) => {
          setValue("active", checked, { shouldDirty: true });
          onActive(checked);
        }}
      />
    </Section>
  );
}

const DAYS = ["weekdays", "saturday", "sunday", "holidays"] as const;
/** Times are chosen in steps of five minutes. */
const STEP_SECONDS = 300;

/** On which days and between which hours the person may sign in. */
function HoursSection({ place, of }: { readonly place: SectionPlace; readonly of: SchemaForm<UserForm> }) {
  const { t } = useTranslation("users");
  const { control, setValue } = of.form;
  const days = useWatch({ control, name: DAYS });
  const [startTime, endTime] = useWatch({ control, name: ["startTime", "endTime"] });
  const isAllDay = startTime === "" || endTime === "";
  const time = { type: "time", slotProps: { input: { step: STEP_SECONDS } } } as const;
  return (
    <Section {...place} title={t("form.hours")} fact={isAllDay ? t("form.allDay") : `${startTime} – ${endTime}`}>
      <div className="userHours">
        <FormText of={of} name="startTime" label={t("form.startTime")} {...time} />
        <FormText of={of} name="endTime" label={t("form.endTime")} {...time} />
      </div>
      <p className="userNote">{t("form.hoursHelp")}</p>
      {DAYS.map((day, at) => (
        <SwitchRow
          key={day}
          label={t(`form.${day}`)}
          checked={days[at] ?? false}
          onChange={(checked) => setValue(day, checked, { shouldDirty: true })}
        />
      ))}
    </Section>
  );
}

/**
 * The open conversations of a person, which are read when the account is switched off; `ask` adds the substitutions that they need
 * and says whether there are any.
 */
function useHandOver(editing: UserView | null, { form: { getValues, setValue } }: SchemaForm<UserForm>) {
  const [owned, setOwned] = useState<readonly OwnedTicketsView[]>([]);
  const ask = async (active: boolean): Promise<boolean> => {
    const put = (rows: UserForm["substitution"]) => setValue("substitution", rows, { shouldDirty: true });
    if (active) put(dropUnanswered(getValues("substitution")));
    if (active || !editing) return false;
    try {
      const found = await call("users", "ownedTickets", { params: { userId: editing.id } });
      // The switch may be on again when the answer comes.
      if (getValues("active")) return false;
      setOwned(found);
      put(askHandOver(getValues("substitution"), found));
      return found.length > 0;
    } catch (error) {
      toasts.error(toErrorText(error));
      return false;
    }
  };
  return { owned, ask };
}

const RIGHTS = ["addContact", "editContact", "delContact", "sendToMany", "maintain"] as const;
/** Those that a setting gives as well, and so are explained. */
const HELP = { sendToMany: "form.sendToManyHelp", maintain: "form.maintainHelp" } as const;

/** What the person may do with contacts, and besides what the settings give to the profile. */
function RightsSection({ place, of }: { readonly place: SectionPlace; readonly of: SchemaForm<UserForm> }) {
  const { t } = useTranslation("users");
  const values = useWatch({ control: of.form.control, name: RIGHTS });
  return (
    <Section {...place} title={t("form.rights")} fact={t("form.rightsFact", { count: values.filter(Boolean).length })}>
      {RIGHTS.map((right, at) => (
        <SwitchRow
          key={right}
          label={t(`form.${right}`)}
          help={right in HELP ? t(HELP[right as keyof typeof HELP]) : undefined}
          checked={values[at] ?? false}
          onChange={(checked) => of.form.setValue(right, checked, { shouldDirty: true })}
        />
      ))}
    </Section>
  );
}

const SECTIONS = ["account", "rights", "hours", "substitutions", "sessions"] as const;
type SectionName = (typeof SECTIONS)[number];
const SECTION_OF: Readonly<Record<string, SectionName>> = { startTime: "hours", endTime: "hours", substitution: "substitutions" };

interface UserFormDialogProps {
  /** Null for a new user. */
  readonly editing: UserView | null;
  readonly onClose: () => void;
}

/** Everything about a user: account, rights, working time, substitutes. */
export function UserFormDialog({ editing, onClose }: UserFormDialogProps) {
  const { t } = useTranslation("users");
  const self = useSelf();
  const { form, people, invites, invite } = useUserForm(editing, onClose);
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
        invites={invites}
        onInvite={invite}
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

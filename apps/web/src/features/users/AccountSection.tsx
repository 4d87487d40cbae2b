import type { UserView } from "@balcao/contracts/users";
import { PROFILES } from "@balcao/domain/access";
import type { UserForm } from "@balcao/domain/forms";
import { LIMITS } from "@balcao/domain/limits";
import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { connectionsQuery } from "../../lib/data/connections";
import { SelectField } from "../../ui";
import { EmailProof, FormText, NewPasswordField, QueueChips, Section, SwitchRow, type SchemaForm, type SectionPlace } from "../../ui/form";
import { PhotoField } from "../account";
import { PasswordButtons } from "./PasswordButtons";

interface AccountSectionProps {
  readonly place: SectionPlace;
  readonly of: SchemaForm<UserForm>;
  readonly editing: UserView | null;
  readonly isSelf: boolean;
  /** Called when the account is switched on or off. */
  readonly onActive: (active: boolean) => void;
}

/** Name, e-mail, password, profile, queues, default connection, and whether the account is active. */
export function AccountSection({ place, of, editing, isSelf, onActive }: AccountSectionProps) {
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
      {editing ? (
        <PasswordButtons user={editing} isSelf={isSelf} />
      ) : (
        <NewPasswordField of={of} name="password" label={t("users:form.password")} />
      )}
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

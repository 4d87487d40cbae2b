import type { ProfileForm } from "@balcao/domain/forms";
import { LIMITS } from "@balcao/domain/limits";
import { useQuery } from "@tanstack/react-query";
import { Suspense, type ReactNode } from "react";
import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { connectionsQuery } from "../../lib/data/connections";
import { changeUser, updateSelf, useOwnEmail, useSelf, type Self } from "../../lib/session";
import { toasts } from "../../lib/toasts";
import { SelectField } from "../../ui";
import { EmailProof, FormDialog, FormText, useChangeForm } from "../../ui/form";
import { PhotoField } from "../account";
import "./profileDialog.css";

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

const DAYS = ["weekdays", "saturday", "sunday", "holidays"] as const;

function useHours(self: Self): string {
  const { t, i18n } = useTranslation("shell");
  const days = DAYS.filter((day) => self[day]).map((day) => t(`profile.days.${day}`));
  if (days.length === 0) return t("profile.days.none");
  const hours = self.startTime !== "" && self.endTime !== "" ? `${self.startTime} – ${self.endTime}` : t("profile.allDay");
  return `${hours}, ${new Intl.ListFormat(i18n.language, { type: "conjunction" }).format(days)}`;
}

function useProfileForm(self: Self, ownEmail: string, onClose: () => void) {
  const { t } = useTranslation("shell");
  return useChangeForm<ProfileForm>({
    schema: async () => (await import("@balcao/domain/forms")).profileForm,
    values: { name: self.name, email: ownEmail, currentPassword: "", whatsappId: self.whatsappId ?? 0 },
    area: "shell",
    change: async ({ email, currentPassword, ...fields }) => {
      const log = { descricao: "Alterou o próprio perfil", origem: "Usuários" };
      updateSelf(await changeUser(self.id, { email, currentPassword }, { ...fields, log }));
      toasts.success(t("profile.saved"));
    },
    onClose,
  });
}

/** The signed-in person's own account, shown once its e-mail is opened. */
export function ProfileDialog({ onClose }: { readonly onClose: () => void }) {
  const email = useOwnEmail();
  return email === undefined ? null : <OwnProfile email={email} onClose={onClose} />;
}

/** Name, e-mail, default connection and photo. */
function OwnProfile({ email, onClose }: { readonly email: string; readonly onClose: () => void }) {
  const { t } = useTranslation("shell");
  const common = useTranslation().t;
  const self = useSelf();
  const hours = useHours(self);
  const form = useProfileForm(self, email, onClose);
  const { data: connections = [] } = useQuery(connectionsQuery);
  const whatsappId = useWatch({ control: form.form.control, name: "whatsappId" });
  return (
    <FormDialog width={480} title={t("profile.title")} form={form} submitLabel={t("profile.save")} onClose={onClose}>
      <Suspense>
        <PhotoField user={{ ...self, email }} />
      </Suspense>
      <FormText of={form} name="name" label={t("profile.name")} slotProps={{ input: { maxLength: LIMITS.user.name.max } }} />
      <FormText of={form} name="email" label={t("profile.email")} type="email" />
      <EmailProof of={form} email="email" name="currentPassword" present={email} />
      <SelectField
        label={t("profile.connection")}
        value={String(whatsappId)}
        options={[
          { value: "0", label: t("profile.noConnection") },
          ...connections.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        onChange={(value) => form.form.setValue("whatsappId", Number(value), { shouldDirty: true })}
      />
      <dl className="profile">
        <Fact label={t("profile.role")}>{common(`account.profile.${self.profile}`)}</Fact>
        <Fact label={t("profile.queues")}>
          {self.queues.length === 0
            ? t("profile.noQueues")
            : self.queues.map(({ id, name, color }) => (
                <span key={id} className="profileQueue">
                  <span style={{ background: color }} aria-hidden />
                  {name}
                </span>
              ))}
        </Fact>
        {self.profile !== "admin" && <Fact label={t("profile.hours")}>{hours}</Fact>}
      </dl>
      {self.profile !== "admin" && <p className="profileHint">{t("profile.changeHint")}</p>}
    </FormDialog>
  );
}

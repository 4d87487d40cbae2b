import { API_AREAS, type ApiLevel, type ApiReach } from "@balcao/domain/apiTokens";
import type { ApiTokenForm } from "@balcao/domain/forms";
import { LIMITS } from "@balcao/domain/limits";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { call } from "../../lib/api";
import { queuesQuery } from "../../lib/data/queues";
import { sealOwnPassword, useSelf } from "../../lib/session";
import { SelectField } from "../../ui";
import { FormDialog, FormText, OwnPassword, ReachFields, SwitchRow, useFormDialog, type SchemaForm } from "../../ui/form";
import { KeptSecret } from "../../ui/KeptSecret";
import "./apiTokens.css";

interface TokenFormDialogProps {
  readonly onMade: () => void;
  readonly onClose: () => void;
}

/** Days until a token expires; the last one does not. */
const LIVES = ["30", "90", "365", ""] as const;

async function create({ days, addresses, reach, currentPassword, ...values }: ApiTokenForm): Promise<string> {
  const body = {
    ...values,
    ...(await sealOwnPassword(currentPassword)),
    reach: reach as ApiReach,
    addresses: addresses.split(/[\s,;]+/).filter(Boolean),
    ...(days !== "" && { days: Number(days) }),
  };
  return (await call("apiTokens", "create", { body })).token;
}

interface NewTokenProps {
  readonly text: string;
  readonly onDone: () => void;
}

/** Shows the text of a token once, with an example of its use. */
function NewToken({ text, onDone }: NewTokenProps) {
  const { t } = useTranslation("apiTokens");
  return (
    <KeptSecret title={t("made.title")} text={t("made.text")} label={t("made.label")} secret={text} onDone={onDone}>
      <p>{t("made.use")}</p>
      <code className="keptSecret">{`curl -H "Authorization: Bearer …" "${window.location.origin}/api/tickets?status=open"`}</code>
    </KeptSecret>
  );
}

/** Makes a token, and shows its text once (D-570). */
export function TokenFormDialog({ onMade, onClose }: TokenFormDialogProps) {
  const { t } = useTranslation("apiTokens");
  const isAdmin = useSelf().profile === "admin";
  const [made, setMade] = useState<string | null>(null);
  const form = useFormDialog<ApiTokenForm>({
    schema: async () => (await import("@balcao/domain/forms")).apiTokenForm,
    values: {
      ...{ name: "", installation: false, areas: {}, reach: "all", queueIds: [] },
      ...{ days: "90", addresses: "", currentPassword: "" },
    },
    area: "apiTokens",
    send: async (values) => {
      setMade(await create(values));
      onMade();
    },
  });
  const { control, setValue } = form.form;
  const installation = useWatch({ control, name: "installation" });
  const days = useWatch({ control, name: "days" });
  if (made !== null) return <NewToken text={made} onDone={onClose} />;
  return (
    <FormDialog
      width={560}
      title={t("form.title")}
      subtitle={t("form.subtitle")}
      form={form}
      submitLabel={t("form.submit")}
      onClose={onClose}
    >
      <FormText of={form} name="name" label={t("form.name")} slotProps={{ input: { maxLength: LIMITS.apiToken.name.max } }} />
      {isAdmin && (
        <SwitchRow
          label={t("form.installation")}
          help={t("form.installationHelp")}
          checked={installation}
          onChange={(next) => setValue("installation", next, { shouldDirty: true })}
        />
      )}
      <AreaFields form={form} />
      <Reach form={form} />
      <SelectField
        label={t("form.days")}
        value={days}
        options={LIVES.map((value) => ({ value, label: value === "" ? t("endless") : t("form.inDays", { count: Number(value) }) }))}
        onChange={(next) => setValue("days", next, { shouldDirty: true })}
      />
      <FormText of={form} name="addresses" label={t("form.addresses")} placeholder="203.0.113.0/24" help={t("form.addressesHelp")} />
      <OwnPassword of={form} name="currentPassword" />
    </FormDialog>
  );
}

interface PartProps {
  readonly form: SchemaForm<ApiTokenForm>;
}

/** What is opened, area by area. */
function AreaFields({ form }: PartProps) {
  const { t } = useTranslation("apiTokens");
  const areas = useWatch({ control: form.form.control, name: "areas" });
  const fault = form.faultOf("areas");
  const choose = (area: string, level: string) => {
    const { [area]: _before, ...others } = areas as Readonly<Record<string, ApiLevel>>;
    form.form.setValue("areas", level === "" ? others : { ...others, [area]: level as ApiLevel }, {
      shouldDirty: true,
      shouldValidate: form.form.formState.isSubmitted,
    });
  };
  return (
    <fieldset className="tokenAreas">
      <legend>{t("form.areas")}</legend>
      <div>
        {API_AREAS.map((area) => (
          <SelectField
            key={area}
            label={t(`area.${area}`)}
            value={areas[area] ?? ""}
            options={(["", "read", "write"] as const).map((value) => ({ value, label: t(`level.${value || "none"}`) }))}
            onChange={(level) => choose(area, level)}
          />
        ))}
      </div>
      {fault !== undefined && (
        <p className="fieldHelp" data-error role="alert">
          {fault}
        </p>
      )}
    </fieldset>
  );
}

/** Which conversations are reached. */
function Reach({ form }: PartProps) {
  const { t } = useTranslation("apiTokens");
  const self = useSelf();
  const { data: queues = [] } = useQuery(queuesQuery);
  const { control, setValue, formState } = form.form;
  const reach = useWatch({ control, name: "reach" });
  return (
    <ReachFields
      area="apiTokens"
      reach={reach}
      queueIds={useWatch({ control, name: "queueIds" })}
      queues={self.profile === "admin" ? queues : self.queues}
      help={reach === "all" ? undefined : t("form.reachHelp")}
      error={form.faultOf("queueIds")}
      onReach={(next) => setValue("reach", next, { shouldDirty: true })}
      onQueueIds={(ids) => setValue("queueIds", ids, { shouldDirty: true, shouldValidate: formState.isSubmitted })}
    />
  );
}

import type { ConnectionView } from "@balcao/contracts/connections";
import type { ConnectionForm } from "@balcao/domain/forms";
import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import type { Connection } from "../../../lib/data/connections";
import { QueueChips, Section, SwitchRow, type SchemaForm, type SectionPlace } from "../../../ui/form";
import { MessageField } from "./MessageField";

interface DefaultSwitchProps {
  readonly of: SchemaForm<ConnectionForm>;
  readonly connections: readonly Connection[];
  readonly editing: ConnectionView | null;
}

/** Makes the connection the default; the only default keeps the mark until another takes it. */
function DefaultSwitch({ of, connections, editing }: DefaultSwitchProps) {
  const { form } = of;
  const { t } = useTranslation("connections");
  const isDefault = useWatch({ control: form.control, name: "isDefault" });
  const keepsDefault = editing ? editing.isDefault : connections.length === 0;
  const current = connections.find((connection) => connection.isDefault);
  const keptHelp = () => t(connections.length > 1 ? "form.isDefaultKept" : "form.isDefaultFirst");
  const choiceHelp = () => (current ? t("form.isDefaultReplaces", { name: current.name }) : t("form.isDefaultHelp"));
  return (
    <SwitchRow
      label={t("form.isDefault")}
      help={keepsDefault ? keptHelp() : choiceHelp()}
      checked={isDefault}
      disabled={keepsDefault}
      onChange={(checked) => form.setValue("isDefault", checked, { shouldDirty: true })}
    />
  );
}

interface GeneralSectionProps extends DefaultSwitchProps {
  readonly place: SectionPlace;
}

/** Name, queues and whether it is the default. */
export function GeneralSection({ place, of, connections, editing }: GeneralSectionProps) {
  const { form } = of;
  const { t } = useTranslation("connections");
  const queueIds = useWatch({ control: form.control, name: "queueIds" });
  return (
    <Section {...place} title={t("form.general")}>
      <MessageField of={of} name="name" locked={editing !== null} help={editing ? t("form.nameLocked") : t("form.nameHelp")} />
      <QueueChips
        label={t("form.queues")}
        help={t("form.queuesHelp")}
        value={queueIds}
        onChange={(ids) => form.setValue("queueIds", ids, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })}
      />
      <DefaultSwitch of={of} connections={connections} editing={editing} />
    </Section>
  );
}

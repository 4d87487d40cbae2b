import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import type { ConnectionForm } from "@balcao/domain/forms";
import { Section, SwitchRow, type SchemaForm, type SectionPlace } from "../../../ui/form";

interface HistorySectionProps {
  readonly place: SectionPlace;
  readonly of: SchemaForm<ConnectionForm>;
}

/**
 * Which history agents see: by queue, by user, or all of it. The two switches exclude each other
 * (CONN-020).
 */
export function HistorySection({ place, of }: HistorySectionProps) {
  const { form } = of;
  const { t } = useTranslation("connections");
  const [byQueue, byUser] = useWatch({ control: form.control, name: ["historyByQueue", "historyByUser"] });
  function choose(name: "historyByQueue" | "historyByUser", checked: boolean): void {
    form.setValue(name, checked, { shouldDirty: true });
    if (checked) form.setValue(name === "historyByQueue" ? "historyByUser" : "historyByQueue", false, { shouldDirty: true });
  }
  return (
    <Section {...place} title={t("form.history")} fact={t("form.historyExclusive")}>
      <SwitchRow
        label={t("form.historyByQueue")}
        help={t("form.historyByQueueHelp")}
        checked={byQueue}
        onChange={(checked) => choose("historyByQueue", checked)}
      />
      <SwitchRow
        label={t("form.historyByUser")}
        help={t("form.historyByUserHelp")}
        checked={byUser}
        onChange={(checked) => choose("historyByUser", checked)}
      />
    </Section>
  );
}

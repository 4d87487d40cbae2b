import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import type { ConnectionForm } from "@balcao/domain/forms";
import type { SchemaForm } from "../../../ui/form";
import { SwitchRow } from "./SwitchRow";

/** Which history agents see: by queue, by user, or all of it; turning one on turns the other off (CONN-020). */
export function HistorySection({ of }: { readonly of: SchemaForm<ConnectionForm> }) {
  const { form } = of;
  const { t } = useTranslation("connections");
  const [byQueue, byUser] = useWatch({ control: form.control, name: ["historyByQueue", "historyByUser"] });
  function choose(name: "historyByQueue" | "historyByUser", checked: boolean): void {
    form.setValue(name, checked, { shouldDirty: true });
    if (checked) form.setValue(name === "historyByQueue" ? "historyByUser" : "historyByQueue", false, { shouldDirty: true });
  }
  return (
    <>
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
    </>
  );
}

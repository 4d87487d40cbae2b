import type { ConnectionForm } from "@balcao/domain/forms";
import Lock from "@mui/icons-material/Lock";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { ptOnly } from "../../../i18n/literals";
import { toasts } from "../../../lib/toasts";
import { Section, SwitchRow, type SchemaForm, type SectionPlace } from "../../../ui/form";

interface SendListSectionProps {
  readonly place: SectionPlace;
  readonly of: SchemaForm<ConnectionForm>;
  /** The connection has the list already. */
  readonly unlockedAtFirst: boolean;
}

/** Whether the menu of queues is sent as a list to tap on, for networks that deliver lists (D-147): the first choice only unlocks it, the next one counts (CONN-016, CONN-017, D-146). */
export function SendListSection({ place, of, unlockedAtFirst }: SendListSectionProps) {
  const { form } = of;
  const { t } = useTranslation("connections");
  const sendList = useWatch({ control: form.control, name: "sendList" });
  const [unlocked, setUnlocked] = useState(unlockedAtFirst);
  const choose = (checked: boolean): void => {
    if (unlocked) return form.setValue("sendList", checked, { shouldDirty: true });
    setUnlocked(true);
    toasts.info(ptOnly.listUnlocked);
  };
  const locked = !unlocked && (
    <span className="formSectionLocked">
      <Lock aria-hidden />
      {t("form.listLocked")}
    </span>
  );
  return (
    <Section {...place} title={t("form.list")} fact={locked}>
      <SwitchRow label={t("form.sendList")} help={t("form.sendListHelp")} checked={sendList} onChange={choose} />
    </Section>
  );
}

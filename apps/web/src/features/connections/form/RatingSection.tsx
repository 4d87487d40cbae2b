import type { ConnectionForm } from "@balcao/domain/forms";
import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { Section, SwitchRow, type SchemaForm, type SectionPlace } from "../../../ui/form";
import { MessageField } from "./MessageField";

interface RatingSectionProps {
  readonly place: SectionPlace;
  readonly of: SchemaForm<ConnectionForm>;
}

/** Whether customers are asked for a rating, and with which words. */
export function RatingSection({ place, of }: RatingSectionProps) {
  const { form } = of;
  const { t } = useTranslation("connections");
  const nps = useWatch({ control: form.control, name: "nps" });
  return (
    <Section {...place} title={t("form.rating")} fact={nps ? t("form.npsOn") : t("form.npsOff")}>
      <SwitchRow label={t("form.nps")} checked={nps} onChange={(checked) => form.setValue("nps", checked, { shouldDirty: true })} />
      <MessageField of={of} name="npsMessage" multiline />
      <MessageField of={of} name="npsTksMessage" multiline />
    </Section>
  );
}

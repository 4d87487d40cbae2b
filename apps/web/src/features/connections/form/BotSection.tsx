import type { ConnectionForm } from "@balcao/domain/forms";
import { useTranslation } from "react-i18next";
import { Section, type SchemaForm, type SectionPlace } from "../../../ui/form";
import { MessageField } from "./MessageField";

interface BotSectionProps {
  readonly place: SectionPlace;
  readonly of: SchemaForm<ConnectionForm>;
}

/** Which bot answers first. */
export function BotSection({ place, of }: BotSectionProps) {
  const { t } = useTranslation("connections");
  return (
    <Section {...place} title={t("form.bot")} fact={t("form.botFixed")}>
      <MessageField of={of} name="greetingBotMessage" multiline />
      <MessageField of={of} name="publicIDTypebot" />
      <MessageField of={of} name="publicDNSTypebot" type="url" />
    </Section>
  );
}

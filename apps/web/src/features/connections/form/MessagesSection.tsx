import type { ConnectionForm } from "@balcao/domain/forms";
import ErrorRounded from "@mui/icons-material/ErrorRounded";
import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { Section, type SchemaForm, type SectionPlace } from "../../../ui/form";
import { MessageField } from "./MessageField";

interface MessagesSectionProps {
  readonly place: SectionPlace;
  readonly of: SchemaForm<ConnectionForm>;
}

/** Texts that customers get by themselves; several queues need a greeting. */
export function MessagesSection({ place, of }: MessagesSectionProps) {
  const { t } = useTranslation("connections");
  const [queueIds, greeting] = useWatch({ control: of.form.control, name: ["queueIds", "greetingMessage"] });
  const greetingMissing = queueIds.length > 1 && greeting.trim() === "" && (
    <span className="formSectionProblem">
      <ErrorRounded aria-hidden />
      {t("form.greetingMissing")}
    </span>
  );
  return (
    <Section {...place} title={t("form.messages")} fact={greetingMissing}>
      <MessageField of={of} name="greetingMessage" multiline help={t("form.greetingMessageHelp")} />
      <MessageField of={of} name="farewellMessage" multiline />
      <MessageField of={of} name="greetingMessageRedirect" multiline />
      <MessageField of={of} name="outOfHoursMessage" multiline />
      <MessageField of={of} name="transferMessage" multiline />
    </Section>
  );
}

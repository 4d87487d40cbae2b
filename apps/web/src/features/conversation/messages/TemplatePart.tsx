import type { MessageView } from "@balcao/contracts/messages";
import type { ReactNode } from "react";
import { useTexts } from "../../../i18n/useTexts";
import { TemplateParts } from "../../../ui";

interface TemplatePartProps {
  readonly message: MessageView;
  readonly time: ReactNode;
  /** The text of the body. */
  readonly text: ReactNode;
}

/**
 * A sent template as the customer received it, below its name; only its text when no more was
 * stored (D-086).
 */
export function TemplatePart({ message: { templateData }, text, time }: TemplatePartProps) {
  const { t } = useTexts("conversation");
  if (!templateData) {
    return (
      <>
        {text}
        {time}
      </>
    );
  }
  const { name, header, footer, buttons } = templateData;
  return (
    <>
      <span className="forwardedMark">{t("message.template", { name })}</span>
      <TemplateParts header={header} footer={footer} buttons={buttons} meta={time}>
        {text}
      </TemplateParts>
    </>
  );
}

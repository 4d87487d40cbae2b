import { toSentTemplate, type TemplateFace, type TemplateFacts, type TemplateFile, type TemplateMedia } from "@balcao/domain/templates";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { templateFileQuery } from "./FileInput";
import { PhonePreview } from "../TemplateParts";
import { WaText } from "../waText";
import { TemplateCards, TemplateMediaTile, TemplatePlaceTile } from "./TemplateCards";

interface TemplatePreviewProps {
  readonly label: string;
  readonly template: TemplateFacts;
  readonly values: readonly string[];
  readonly stored?: readonly TemplateFile[];
}

/** A template with its values as the customer's phone shows it: file or place, texts, buttons and cards. */
export function TemplatePreview({ label, template, values, stored = [] }: TemplatePreviewProps) {
  const { t } = useTranslation("templates");
  const { body, sent } = toSentTemplate(template, values);
  return (
    <PhonePreview
      label={label}
      header={sent.header}
      footer={sent.footer}
      buttons={toViews(sent)}
      top={<Top face={sent} stored={stored} />}
      below={
        sent.cards.length > 0 && (
          <TemplateCards
            label={t("cards")}
            cards={sent.cards.map((card) => ({ ...card, buttons: toViews(card), top: <Top face={card} stored={stored} /> }))}
          />
        )
      }
    >
      <WaText text={body} />
    </PhonePreview>
  );
}

const toViews = ({ buttons }: Pick<TemplateFace, "buttons">) =>
  buttons.map(({ type, text, url, phoneNumber, code }) => ({
    type,
    text,
    ...(url !== null && { url }),
    ...(phoneNumber !== null && { phone_number: phoneNumber }),
    ...(code !== undefined && { code }),
  }));

/** The file of a header that is being written. */
export function TemplateFileTop({ kind, file }: { readonly kind: TemplateMedia; readonly file: string }) {
  return <Top face={{ media: { kind, file }, place: null }} stored={[]} />;
}

interface TopProps {
  readonly face: Pick<TemplateFace, "media" | "place">;
  readonly stored: readonly TemplateFile[];
}

function Top({ face: { media, place }, stored }: TopProps) {
  const { data } = useQuery(templateFileQuery(media?.file ?? "", stored));
  if (place) return <TemplatePlaceTile place={place} />;
  return media && <TemplateMediaTile kind={media.kind} url={data?.url ?? null} name={data?.name ?? ""} />;
}

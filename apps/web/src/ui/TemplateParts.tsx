import type { TemplateButtonView } from "@balcao/contracts/templates";
import CallOutlined from "@mui/icons-material/CallOutlined";
import ContentCopyRounded from "@mui/icons-material/ContentCopyRounded";
import OpenInNew from "@mui/icons-material/OpenInNew";
import ReplyRounded from "@mui/icons-material/ReplyRounded";
import type { ComponentProps, ReactNode } from "react";

const ICONS: Readonly<Record<string, typeof OpenInNew>> = {
  URL: OpenInNew,
  PHONE_NUMBER: CallOutlined,
  VOICE_CALL: CallOutlined,
  COPY_CODE: ContentCopyRounded,
};

interface TemplatePartsProps {
  readonly header: string | null;
  readonly footer: string | null;
  readonly buttons: readonly TemplateButtonView[];
  /** The text of the body. */
  readonly children: ReactNode;
  /** Shown at the end of the texts: the time. */
  readonly meta?: ReactNode;
  /** Above the texts: a file or a place. */
  readonly top?: ReactNode;
  /** Below the buttons: the cards of a carousel. */
  readonly below?: ReactNode;
}

/**
 * A template in a bubble as the customer's phone shows it: header, body, footer, and the buttons
 * below a divider.
 */
export function TemplateParts({ header, footer, buttons, children, meta, top, below }: TemplatePartsProps) {
  return (
    <>
      {top}
      {header && <b className="templateHeader">{header}</b>}
      {children}
      {footer && <span className="templateFooter">{footer}</span>}
      {meta}
      {buttons.length > 0 && (
        <ul className="templateButtons">
          {buttons.map(({ type, text, url, phone_number, code }, at) => {
            const Icon = ICONS[type] ?? ReplyRounded;
            return (
              // Buttons have no unique name, so their position is the key.
              <li key={at} title={code ?? url ?? phone_number}>
                <Icon aria-hidden />
                <span className="ellipsis">{text}</span>
              </li>
            );
          })}
        </ul>
      )}
      {below}
    </>
  );
}

interface PhonePreviewProps extends ComponentProps<typeof TemplateParts> {
  /** The accessible name for screen readers. */
  readonly label: string;
}

/** A preview of a template in a bubble on the customer's phone, updated while it is written. */
export function PhonePreview({ label, ...parts }: PhonePreviewProps) {
  return (
    <div className="phonePreview" role="group" aria-label={label}>
      <div className="phoneBubble">
        <TemplateParts {...parts} />
      </div>
    </div>
  );
}

import type { ComponentProps } from "react";
import { TemplateParts } from "./TemplateParts";

interface PhonePreviewProps extends ComponentProps<typeof TemplateParts> {
  /** Says what it is to people who cannot see it. */
  readonly label: string;
}

/** A template in a bubble on the customer's phone, changing as it is written. */
export function PhonePreview({ label, ...parts }: PhonePreviewProps) {
  return (
    <div className="phonePreview" role="group" aria-label={label}>
      <div className="phoneBubble">
        <TemplateParts {...parts} />
      </div>
    </div>
  );
}

import type { ComponentProps } from "react";
import { TemplateParts } from "./TemplateParts";

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

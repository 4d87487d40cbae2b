import { fillPlaceholders, placeholderValues, PLACEHOLDERS } from "@balcao/domain/texts";
import { useRef, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useSettings } from "../../lib/data/settings";
import { useMinute } from "../../lib/useMinute";

interface PlaceholderChipsProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** The text box. */
  readonly children: ReactNode;
}

/** A text box with a chip for each placeholder, which inserts it at the cursor, and the text as a customer would read it now. */
export function PlaceholderChips({ value, onChange, children }: PlaceholderChipsProps) {
  const { t } = useTranslation("common");
  const { timeZone } = useSettings();
  const now = new Date(useMinute());
  const around = useRef<HTMLDivElement>(null);
  const insert = (slot: string) => {
    const box = around.current?.querySelector("textarea");
    const [from, to] = box ? [box.selectionStart, box.selectionEnd] : [value.length, value.length];
    onChange(value.slice(0, from) + slot + value.slice(to));
    box?.focus();
  };
  const person = { name: t("placeholders.name"), number: "5511912345678", queue: t("placeholders.queue"), user: t("placeholders.user") };
  const filled = fillPlaceholders(value, placeholderValues(person, now, timeZone));
  return (
    <div ref={around} className="placeholders">
      {children}
      <div className="placeholderChips" role="group" aria-label={t("placeholders.title")}>
        {PLACEHOLDERS.map((name) => (
          <button key={name} type="button" onMouseDown={(event) => event.preventDefault()} onClick={() => insert(`{{${name}}}`)}>
            {`{{${name}}}`}
          </button>
        ))}
      </div>
      {filled !== value && (
        <p className="placeholderPreview">
          <span>{t("placeholders.preview")}</span>
          {filled}
        </p>
      )}
    </div>
  );
}

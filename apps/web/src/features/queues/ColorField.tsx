import type { QueueForm } from "@balcao/domain/forms";
import { LIMITS } from "@balcao/domain/limits";
import { useId, type CSSProperties } from "react";
import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { FormText, type SchemaForm } from "../../ui/form";
import { QUEUE_COLORS } from "./queueColors";

/** The colour of a queue: one of a palette, or any other as a hex number (QUEUE-011). */
export function ColorField({ form }: { readonly form: SchemaForm<QueueForm> }) {
  const { t } = useTranslation("queues");
  const name = useId();
  const chosen = useWatch({ control: form.form.control, name: "color" });
  return (
    <div className="colorField">
      <FormText
        of={form}
        name="color"
        label={t("form.color")}
        slotProps={{ input: { maxLength: LIMITS.queue.color.max } }}
        startAdornment={<span className="queueDot" style={{ "--queue": chosen } as CSSProperties} />}
      />
      <div className="swatches" role="radiogroup" aria-label={t("form.palette")}>
        {QUEUE_COLORS.map((color) => (
          <label key={color} className="swatch" style={{ "--queue": color } as CSSProperties} title={color}>
            <input
              type="radio"
              name={name}
              aria-label={color}
              checked={chosen.toLowerCase() === color}
              onChange={() => form.form.setValue("color", color, { shouldDirty: true, shouldValidate: form.form.formState.isSubmitted })}
            />
          </label>
        ))}
      </div>
    </div>
  );
}

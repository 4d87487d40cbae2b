import { obstacleToButton, type TemplateButton } from "@balcao/domain/templates";
import ErrorRounded from "@mui/icons-material/ErrorRounded";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { AddButtonMenu } from "./AddButtonMenu";
import { ButtonRow } from "./ButtonRow";
import { toButton } from "./templateDraft";
import type { TemplateForm } from "./useTemplateForm";

/** Buttons under a template: up to three, one link or one phone; what cannot be added is said at the click (TMPL-009…TMPL-014). */
export function ButtonsEditor({ form }: { readonly form: TemplateForm }) {
  const { t } = useTranslation("templates");
  const labelId = useId();
  const { buttons } = form.draft;
  const fault = form.faultOf("buttons");
  const add = (type: TemplateButton["type"]) => {
    const obstacle = obstacleToButton(buttons, type);
    if (obstacle) form.refuse("buttons", obstacle);
    else form.change({ buttons: [...buttons, toButton(type)] });
  };
  return (
    <div className="field" role="group" aria-labelledby={labelId}>
      <span id={labelId} className="fieldLabel">
        {t("form.buttons")}
      </span>
      {buttons.length > 0 && (
        <ul className="buttonRows">
          {buttons.map((button, at) => (
            // A button is its place: two may say the same.
            <ButtonRow key={at} form={form} button={button} at={at} />
          ))}
        </ul>
      )}
      <AddButtonMenu onAdd={add} />
      {fault !== undefined && (
        <div className="fieldHelp" data-error>
          <span role="alert">
            <ErrorRounded aria-hidden />
            {fault}
          </span>
        </div>
      )}
    </div>
  );
}

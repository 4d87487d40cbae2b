import { TEMPLATE_CATEGORIES, TEMPLATE_LANGUAGES, TEMPLATE_LIMITS, nextVariable, variablesOf } from "@balcao/domain/templates";
import AddRounded from "@mui/icons-material/AddRounded";
import Close from "@mui/icons-material/Close";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import IconButton from "@mui/material/IconButton";
import useMediaQuery from "@mui/material/useMediaQuery";
import { useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { toErrorText } from "../../../lib/api";
import { ConfirmDialog, PhonePreview, SelectField, Spinner, TextInput } from "../../../ui";
import { WaText } from "../../../ui/waText";
import { ButtonsEditor } from "./ButtonsEditor";
import { toTemplateName } from "./templateDraft";
import { useTemplateForm, type TemplateForm } from "./useTemplateForm";
import "../../../ui/dialog.css";
import "./templateForm.css";

interface TemplateFormDialogProps {
  readonly connectionId: number;
  readonly onClose: () => void;
}

/** "Novo template": the form and, beside it, the bubble that the customer will see (TMPL-004). */
export function TemplateFormDialog({ connectionId, onClose }: TemplateFormDialogProps) {
  const { t } = useTranslation(["templates", "common"]);
  const titleId = useId();
  const full = useMediaQuery("(max-width: 719.95px)");
  const form = useTemplateForm(connectionId, onClose);
  const [asking, setAsking] = useState(false);
  const { header, body, footer, buttons } = form.draft;
  const leave = () => (form.isDirty ? setAsking(true) : onClose());
  return (
    <>
      <Dialog
        open
        onClose={leave}
        fullScreen={full}
        aria-labelledby={titleId}
        slotProps={{ paper: { sx: { width: 720, maxWidth: full ? "100%" : 720 } } }}
      >
        <form
          className="dialogForm"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            form.submit();
          }}
        >
          <div className="dialogHead templateFormHead">
            <h2 id={titleId}>{t("form.title")}</h2>
            <IconButton aria-label={t("common:action.close")} onClick={leave}>
              <Close />
            </IconButton>
          </div>
          <div className="dialogBody templateForm">
            <div className="templateFields">
              {form.error && (
                <p className="templateRefused" role="alert">
                  {toErrorText(form.error)}
                </p>
              )}
              <Fields form={form} />
            </div>
            <div className="templatePreview">
              <span className="fieldLabel">{t("form.preview")}</span>
              <PhonePreview label={t("form.preview")} header={header} footer={footer} buttons={buttons.filter(({ text }) => text !== "")}>
                {body.trim() === "" ? <span className="phoneNothing">{t("form.emptyBody")}</span> : <WaText text={body} />}
              </PhonePreview>
            </div>
          </div>
          <div className="dialogFoot">
            <Button onClick={leave}>{t("common:action.cancel")}</Button>
            <Button
              type="submit"
              variant="contained"
              color="primary"
              disabled={form.isPending}
              startIcon={form.isPending ? <Spinner /> : undefined}
            >
              {t("form.submit")}
            </Button>
          </div>
        </form>
      </Dialog>
      <ConfirmDialog
        open={asking}
        dangerous
        title={t("form.leaveTitle")}
        confirmLabel={t("form.leave")}
        onConfirm={onClose}
        onCancel={() => setAsking(false)}
      >
        {t("form.leaveText")}
      </ConfirmDialog>
    </>
  );
}

function Fields({ form }: { readonly form: TemplateForm }) {
  const { t } = useTranslation(["templates", "common"]);
  const { name, language, category, header, footer } = form.draft;
  const optional = t("common:form.optional");
  return (
    <>
      <TextInput
        label={t("form.name")}
        value={name}
        autoFocus
        help={t("form.nameHelp")}
        error={form.faultOf("name")}
        onChange={(event) => form.change({ name: toTemplateName(event.target.value) })}
      />
      <div className="templatePair">
        <SelectField
          label={t("form.language")}
          value={language}
          options={TEMPLATE_LANGUAGES.map((value) => ({ value, label: t(`language.${value}`) }))}
          onChange={(value) => form.change({ language: TEMPLATE_LANGUAGES.find((each) => each === value) ?? language })}
        />
        <SelectField
          label={t("form.category")}
          value={category}
          options={TEMPLATE_CATEGORIES.map((value) => ({ value, label: t(`category.${value}`) }))}
          onChange={(value) => form.change({ category: TEMPLATE_CATEGORIES.find((each) => each === value) ?? category })}
        />
      </div>
      {category === "AUTHENTICATION" && <p className="templateHint">{t("form.authentication")}</p>}
      <TextInput
        label={t("form.header")}
        optional={optional}
        value={header}
        error={form.faultOf("header")}
        counter={t("form.counter", { count: header.length, limit: TEMPLATE_LIMITS.header })}
        slotProps={{ input: { maxLength: TEMPLATE_LIMITS.header } }}
        onChange={(event) => form.change({ header: event.target.value })}
      />
      <BodyField form={form} />
      <TextInput
        label={t("form.footer")}
        optional={optional}
        value={footer}
        error={form.faultOf("footer")}
        counter={t("form.counter", { count: footer.length, limit: TEMPLATE_LIMITS.footer })}
        slotProps={{ input: { maxLength: TEMPLATE_LIMITS.footer } }}
        onChange={(event) => form.change({ footer: event.target.value })}
      />
      <ButtonsEditor form={form} />
    </>
  );
}

/** The body, with a button that puts the next variable where the cursor stands (TMPL-015). */
function BodyField({ form }: { readonly form: TemplateForm }) {
  const { t } = useTranslation("templates");
  const box = useRef<HTMLTextAreaElement>(null);
  const { body } = form.draft;
  const addVariable = () => {
    const variable = nextVariable(body);
    if (variable === null) return form.refuse("body", "variableLimit");
    const area = box.current;
    const [from, to] = area ? [area.selectionStart, area.selectionEnd] : [body.length, body.length];
    form.change({ body: body.slice(0, from) + variable + body.slice(to) });
    requestAnimationFrame(() => {
      area?.focus();
      area?.setSelectionRange(from + variable.length, from + variable.length);
    });
  };
  const count = variablesOf(body).length;
  return (
    <div className="templateBody">
      <TextInput
        label={t("form.body")}
        multiline
        minRows={4}
        maxRows={10}
        value={body}
        inputRef={box}
        help={count === 0 ? t("form.bodyHelp") : t("form.variables", { count })}
        error={form.faultOf("body")}
        counter={t("form.counter", { count: body.length, limit: TEMPLATE_LIMITS.body })}
        slotProps={{ input: { maxLength: TEMPLATE_LIMITS.body } }}
        onChange={(event) => form.change({ body: event.target.value })}
      />
      <Button size="small" variant="text" startIcon={<AddRounded />} onClick={addVariable}>
        {t("form.addVariable")}
      </Button>
    </div>
  );
}

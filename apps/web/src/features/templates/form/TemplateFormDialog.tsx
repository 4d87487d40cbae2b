import {
  type TemplateButton,
  nextVariable,
  obstacleToButton,
  TEMPLATE_CATEGORIES,
  TEMPLATE_HEADER_KINDS,
  TEMPLATE_LANGUAGES,
  TEMPLATE_LIMITS,
  variablesOf,
} from "@balcao/domain/templates";
import AddRounded from "@mui/icons-material/AddRounded";
import ErrorRounded from "@mui/icons-material/ErrorRounded";
import Button from "@mui/material/Button";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import { useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useAfterRender } from "../../../lib/useAfterRender";
import { PhonePreview, SelectField, TextInput } from "../../../ui";
import { FormDialog } from "../../../ui/form";
import { FileInput, TemplateFileTop } from "../../../ui/template";
import { WaText } from "../../../ui/waText";
import { BUTTON_ICONS, ButtonRow } from "./ButtonRow";
import { toButton, toTemplateName } from "./templateDraft";
import { type TemplateForm, useTemplateForm } from "./useTemplateForm";
import "./templateForm.css";

const TYPES = ["QUICK_REPLY", "URL", "PHONE_NUMBER"] as const satisfies readonly TemplateButton["type"][];

/** The choice of a kind of button to add. */
function AddButtonMenu({ onAdd }: { readonly onAdd: (type: TemplateButton["type"]) => void }) {
  const { t } = useTranslation("templates");
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const choose = (type: TemplateButton["type"]) => {
    setAnchor(null);
    onAdd(type);
  };
  return (
    <>
      <Button
        className="buttonAdd"
        size="small"
        startIcon={<AddRounded />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {t("button.add")}
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {TYPES.map((type) => {
          const Icon = BUTTON_ICONS[type];
          return (
            <MenuItem key={type} onClick={() => choose(type)}>
              <Icon aria-hidden />
              {t(`button.${type}`)}
            </MenuItem>
          );
        })}
      </Menu>
    </>
  );
}

/** Buttons under a template: up to three, one link or one phone; what cannot be added is said at the click (TMPL-009…TMPL-014). */
function ButtonsEditor({ form }: { readonly form: TemplateForm }) {
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

interface TemplateFormDialogProps {
  readonly connectionId: number;
  readonly onClose: () => void;
}

/** The dialog "Novo template": the form, and beside it a preview of the message (TMPL-004). */
export function TemplateFormDialog({ connectionId, onClose }: TemplateFormDialogProps) {
  const { t } = useTranslation("templates");
  const form = useTemplateForm(connectionId, onClose);
  const { header, headerKind, headerFile, body, footer, buttons } = form.draft;
  const isFile = headerKind !== undefined && headerKind !== "location";
  return (
    <FormDialog title={t("form.title")} form={form} submitLabel={t("form.submit")} width={720} fullBelow={720} onClose={onClose}>
      <div className="templateForm">
        <div className="templateFields">
          <Fields form={form} />
        </div>
        <div className="templatePreview">
          <span className="fieldLabel">{t("form.preview")}</span>
          <PhonePreview
            label={t("form.preview")}
            header={header}
            footer={footer}
            buttons={buttons.filter(({ text }) => text !== "")}
            top={isFile && <TemplateFileTop kind={headerKind} file={headerFile ?? ""} />}
          >
            {body.trim() === "" ? <span className="phoneNothing">{t("form.emptyBody")}</span> : <WaText text={body} />}
          </PhonePreview>
        </div>
      </div>
    </FormDialog>
  );
}

function Fields({ form }: { readonly form: TemplateForm }) {
  const { t } = useTranslation(["templates", "common"]);
  const { name, language, category, footer } = form.draft;
  const optional = t("common:form.optional");
  return (
    <>
      <TextInput
        label={t("form.name")}
        value={name}
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
      <HeaderField form={form} optional={optional} />
      <BodyField form={form} />
      <TextInput
        label={t("form.footer")}
        optional={optional}
        value={footer}
        error={form.faultOf("footer")}
        counter={t("common:form.counter", { count: footer.length, limit: TEMPLATE_LIMITS.footer })}
        slotProps={{ input: { maxLength: TEMPLATE_LIMITS.footer } }}
        onChange={(event) => form.change({ footer: event.target.value })}
      />
      <ButtonsEditor form={form} />
    </>
  );
}

/** The header: words, a file with the sample that Meta reviews, or a place. */
function HeaderField({ form, optional }: { readonly form: TemplateForm; readonly optional: string }) {
  const { t } = useTranslation(["templates", "common"]);
  const { header, headerKind, headerFile } = form.draft;
  return (
    <>
      <SelectField
        label={t("form.headerKind")}
        value={headerKind ?? "text"}
        options={["text" as const, ...TEMPLATE_HEADER_KINDS].map((value) => ({ value, label: t(`headerKind.${value}`) }))}
        onChange={(value) => form.changeHeader(TEMPLATE_HEADER_KINDS.find((each) => each === value))}
      />
      {headerKind === undefined ? (
        <TextInput
          label={t("form.header")}
          optional={optional}
          value={header}
          error={form.faultOf("header")}
          counter={t("common:form.counter", { count: header.length, limit: TEMPLATE_LIMITS.header })}
          slotProps={{ input: { maxLength: TEMPLATE_LIMITS.header } }}
          onChange={(event) => form.change({ header: event.target.value })}
        />
      ) : headerKind === "location" ? (
        <p className="templateHint">{t("form.placeHint")}</p>
      ) : (
        <FileInput
          label={t("form.sample")}
          kind={headerKind}
          value={headerFile ?? ""}
          error={form.faultOf("headerFile")}
          onChange={(file) => form.change({ headerFile: file })}
        />
      )}
    </>
  );
}

/** The body, with a button that inserts the next variable at the cursor. */
function BodyField({ form }: { readonly form: TemplateForm }) {
  const { t } = useTranslation(["templates", "common"]);
  const box = useRef<HTMLTextAreaElement>(null);
  const afterRender = useAfterRender();
  const { body } = form.draft;
  const addVariable = () => {
    const variable = nextVariable(body);
    if (variable === null) return form.refuse("body", "variableLimit");
    const area = box.current;
    const [from, to] = area ? [area.selectionStart, area.selectionEnd] : [body.length, body.length];
    form.change({ body: body.slice(0, from) + variable + body.slice(to) });
    afterRender(() => {
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
        counter={t("common:form.counter", { count: body.length, limit: TEMPLATE_LIMITS.body })}
        slotProps={{ input: { maxLength: TEMPLATE_LIMITS.body } }}
        onChange={(event) => form.change({ body: event.target.value })}
      />
      <Button size="small" variant="text" startIcon={<AddRounded />} onClick={addVariable}>
        {t("form.addVariable")}
      </Button>
    </div>
  );
}

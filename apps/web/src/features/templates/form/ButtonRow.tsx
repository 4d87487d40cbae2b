import { TEMPLATE_LIMITS, type TemplateButton } from "@balcao/domain/templates";
import CallOutlined from "@mui/icons-material/CallOutlined";
import DeleteOutlined from "@mui/icons-material/DeleteOutlined";
import OpenInNew from "@mui/icons-material/OpenInNew";
import ReplyRounded from "@mui/icons-material/ReplyRounded";
import IconButton from "@mui/material/IconButton";
import { useTranslation } from "react-i18next";
import { TextInput } from "../../../ui";
import type { TemplateForm } from "./useTemplateForm";

interface ButtonFieldProps {
  readonly button: TemplateButton;
  /** What is wrong in a field of the button, if anything. */
  readonly faultOf: (field: "text" | "url" | "phone_number") => string | undefined;
  readonly onChange: (button: TemplateButton) => void;
}

/** Where a button leads: an address, a phone number, or, for a quick reply, nowhere. */
function ButtonTarget({ button, faultOf, onChange }: ButtonFieldProps) {
  const { t } = useTranslation("templates");
  switch (button.type) {
    case "QUICK_REPLY":
      return null;
    case "URL":
      return (
        <TextInput
          label={t("button.url")}
          type="url"
          inputMode="url"
          placeholder="https://"
          value={button.url}
          error={faultOf("url")}
          slotProps={{ input: { maxLength: TEMPLATE_LIMITS.buttonUrl } }}
          onChange={(event) => onChange({ ...button, url: event.target.value.trim() })}
        />
      );
    case "PHONE_NUMBER":
      return (
        <TextInput
          label={t("button.phone")}
          type="tel"
          inputMode="tel"
          placeholder="+55"
          value={button.phone_number}
          error={faultOf("phone_number")}
          slotProps={{ input: { maxLength: TEMPLATE_LIMITS.buttonPhone } }}
          onChange={(event) => onChange({ ...button, phone_number: event.target.value.replace(/[^\d+]/g, "") })}
        />
      );
  }
}

/** The kinds of buttons that a template may have, each with its icon. */
export const BUTTON_ICONS = { QUICK_REPLY: ReplyRounded, URL: OpenInNew, PHONE_NUMBER: CallOutlined } as const;

interface ButtonRowProps {
  readonly form: TemplateForm;
  readonly button: TemplateButton;
  /** Its place among the buttons, from 0. */
  readonly at: number;
}

/** One button of a template: its text, where it leads, and its removal. */
export function ButtonRow({ form, button, at }: ButtonRowProps) {
  const { t } = useTranslation(["templates", "common"]);
  const { buttons } = form.draft;
  const Icon = BUTTON_ICONS[button.type];
  const change = (changed: TemplateButton) => form.change({ buttons: buttons.map((each, place) => (place === at ? changed : each)) });
  const remove = () => form.change({ buttons: buttons.filter((_each, place) => place !== at) });
  return (
    <li className="buttonRow">
      <div className="buttonRowHead">
        <Icon aria-hidden />
        <span>{t(`button.${button.type}`)}</span>
        <IconButton size="small" aria-label={t("button.remove", { place: at + 1 })} onClick={remove}>
          <DeleteOutlined />
        </IconButton>
      </div>
      <TextInput
        label={t("button.text")}
        value={button.text}
        error={form.faultOf(`buttons.${at}.text`)}
        counter={t("common:form.counter", { count: button.text.length, limit: TEMPLATE_LIMITS.buttonText })}
        slotProps={{ input: { maxLength: TEMPLATE_LIMITS.buttonText } }}
        onChange={(event) => change({ ...button, text: event.target.value })}
      />
      <ButtonTarget button={button} faultOf={(field) => form.faultOf(`buttons.${at}.${field}`)} onChange={change} />
    </li>
  );
}

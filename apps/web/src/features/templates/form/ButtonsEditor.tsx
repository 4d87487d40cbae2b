import { obstacleToButton, TEMPLATE_LIMITS, type TemplateButton } from "@balcao/domain/templates";
import AddRounded from "@mui/icons-material/AddRounded";
import CallOutlined from "@mui/icons-material/CallOutlined";
import DeleteOutlined from "@mui/icons-material/DeleteOutlined";
import ErrorRounded from "@mui/icons-material/ErrorRounded";
import OpenInNew from "@mui/icons-material/OpenInNew";
import ReplyRounded from "@mui/icons-material/ReplyRounded";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { TextInput } from "../../../ui";
import { toButton } from "./templateDraft";
import type { TemplateForm } from "./useTemplateForm";

const TYPES = ["QUICK_REPLY", "URL", "PHONE_NUMBER"] as const;
const ICONS = { QUICK_REPLY: ReplyRounded, URL: OpenInNew, PHONE_NUMBER: CallOutlined } as const;

/** Buttons under a template: up to three, one link or one phone; what cannot be added is said at the click (TMPL-009…TMPL-014). */
export function ButtonsEditor({ form }: { readonly form: TemplateForm }) {
  const { t } = useTranslation(["templates", "common"]);
  const labelId = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { buttons } = form.draft;
  const fault = form.faultOf("buttons");
  const put = (at: number, button: TemplateButton) =>
    form.change({ buttons: buttons.map((each, place) => (place === at ? button : each)) });
  const add = (type: TemplateButton["type"]) => {
    setAnchor(null);
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
          {buttons.map((button, at) => {
            const Icon = ICONS[button.type];
            return (
              // A button is its place: two may say the same.
              <li key={at} className="buttonRow">
                <div className="buttonRowHead">
                  <Icon aria-hidden />
                  <span>{t(`button.${button.type}`)}</span>
                  <IconButton
                    size="small"
                    aria-label={t("button.remove", { place: at + 1 })}
                    onClick={() => form.change({ buttons: buttons.filter((_each, place) => place !== at) })}
                  >
                    <DeleteOutlined />
                  </IconButton>
                </div>
                <TextInput
                  label={t("button.text")}
                  value={button.text}
                  error={form.faultOf(`buttons.${at}.text`)}
                  counter={t("common:form.counter", { count: button.text.length, limit: TEMPLATE_LIMITS.buttonText })}
                  slotProps={{ input: { maxLength: TEMPLATE_LIMITS.buttonText } }}
                  onChange={(event) => put(at, { ...button, text: event.target.value })}
                />
                {button.type === "URL" && (
                  <TextInput
                    label={t("button.url")}
                    type="url"
                    inputMode="url"
                    placeholder="https://"
                    value={button.url}
                    error={form.faultOf(`buttons.${at}.url`)}
                    slotProps={{ input: { maxLength: TEMPLATE_LIMITS.buttonUrl } }}
                    onChange={(event) => put(at, { ...button, url: event.target.value.trim() })}
                  />
                )}
                {button.type === "PHONE_NUMBER" && (
                  <TextInput
                    label={t("button.phone")}
                    type="tel"
                    inputMode="tel"
                    placeholder="+55"
                    value={button.phone_number}
                    error={form.faultOf(`buttons.${at}.phone_number`)}
                    slotProps={{ input: { maxLength: TEMPLATE_LIMITS.buttonPhone } }}
                    onChange={(event) => put(at, { ...button, phone_number: event.target.value.replace(/[^\d+]/g, "") })}
                  />
                )}
              </li>
            );
          })}
        </ul>
      )}
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
      {fault !== undefined && (
        <div className="fieldHelp" data-error>
          <span role="alert">
            <ErrorRounded aria-hidden />
            {fault}
          </span>
        </div>
      )}
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {TYPES.map((type) => {
          const Icon = ICONS[type];
          return (
            <MenuItem key={type} onClick={() => add(type)}>
              <Icon aria-hidden />
              {t(`button.${type}`)}
            </MenuItem>
          );
        })}
      </Menu>
    </div>
  );
}

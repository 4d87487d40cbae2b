import { COUNTRIES } from "@balcao/domain/contacts";
import { LIMITS } from "@balcao/domain/limits";
import { parseSetting, SETTINGS, type SettingKey, type SettingRow } from "@balcao/domain/settings";
import ExpandMore from "@mui/icons-material/ExpandMore";
import Button from "@mui/material/Button";
import OutlinedInput from "@mui/material/OutlinedInput";
import Switch from "@mui/material/Switch";
import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";
import { call, toErrorText } from "../../lib/api";
import { settingsQuery } from "../../lib/data/settings";
import { queryClient } from "../../lib/queryClient";
import { toasts } from "../../lib/toasts";
import { useValueText } from "./valueText";

interface SettingControlProps {
  readonly settingKey: SettingKey;
  readonly value: string;
  /** The text in a typed field, which may differ from what is stored. */
  readonly typed: string;
  readonly onType: (text: string) => void;
  /** Whether somebody else has stored another value meanwhile: then nothing is saved until the person has chosen. */
  readonly conflicting: boolean;
  /** The ids of the label and of the sentences about the setting. */
  readonly labelledBy: string;
  readonly describedBy: string;
  readonly onChange: (value: string) => void;
  /** Reports the documented sentence for a typed value that is refused; null for a good one. */
  readonly onProblem: (sentence: string | null) => void;
}

const PICTURES = ["image/jpeg", "image/png", "image/webp"];
/** A picture over a slow line takes longer than an ordinary call. */
const SLOW_MS = 120_000;

interface PictureControlProps {
  /** The id of the stored picture; empty for none. */
  readonly value: string;
  readonly names: { readonly "aria-labelledby": string; readonly "aria-describedby": string };
  readonly onRemove: () => void;
  readonly onProblem: (sentence: string | null) => void;
}

function upload(file: File) {
  const form = new FormData();
  form.append("medias", file);
  form.append("log", JSON.stringify({ descricao: "Alterou o logotipo", origem: "Configurações" }));
  return call("settings", "logo", { body: {} }, { form, timeoutMs: SLOW_MS });
}

/** The company's logo with the buttons that replace it and take it away; it is stored at once. */
function PictureControl({ value, names, onRemove, onProblem }: PictureControlProps) {
  const { t } = useTranslation("settings");
  const input = useRef<HTMLInputElement>(null);
  const change = useMutation({
    mutationFn: upload,
    onSuccess: (setting) => {
      queryClient.setQueryData(settingsQuery.queryKey, (rows) => rows?.map((row) => (row.key === setting.key ? setting : row)));
      toasts.success(t("toast.saved"));
    },
    onError: (error) => onProblem(toErrorText(error)),
  });
  const take = (file: File | undefined) => {
    if (!file) return;
    const refused = !PICTURES.includes(file.type) || file.size > LIMITS.user.pictureBytes ? t("logo.refused") : null;
    onProblem(refused);
    if (refused === null) change.mutate(file);
  };
  return (
    <span className="settingPicture">
      {value !== "" && <img src={`/api/public/logo?v=${value.slice(0, 8)}`} alt={t("logo.shown")} height={40} />}
      <Button size="small" variant="outlined" disabled={change.isPending} onClick={() => input.current?.click()}>
        {t(value === "" ? "logo.choose" : "logo.replace")}
      </Button>
      {value !== "" && (
        <Button size="small" onClick={onRemove}>
          {t("logo.remove")}
        </Button>
      )}
      <input
        {...names}
        ref={input}
        type="file"
        hidden
        accept={PICTURES.join(",")}
        onChange={(event) => {
          take(event.target.files?.[0]);
          event.target.value = "";
        }}
      />
    </span>
  );
}

/** The control for the kind of a setting. Switches and choices save at once, typed values when the field is left. */
export function SettingControl(props: SettingControlProps) {
  const row: SettingRow = SETTINGS[props.settingKey];
  const { value, labelledBy, describedBy, onChange } = props;
  const names = { "aria-labelledby": labelledBy, "aria-describedby": describedBy };
  if (props.settingKey === "openingHours") return <HoursLink isSet={value !== ""} describedBy={describedBy} />;
  if (props.settingKey === "closingReasons") return <ReasonsLink describedBy={describedBy} />;
  if (row.kind === "toggle")
    return (
      <Switch
        checked={value === "enabled"}
        onChange={(_event, checked) => onChange(checked ? "enabled" : "disabled")}
        slotProps={{ input: { role: "switch", ...names } }}
      />
    );
  if (row.kind === "time" || row.kind === "url" || row.kind === "text")
    return <TypedControl {...props} names={names} isTime={row.kind === "time"} />;
  if (row.kind === "picture")
    return <PictureControl value={value} names={names} onRemove={() => onChange("")} onProblem={props.onProblem} />;
  return <ChoiceControl {...props} names={names} values={valuesOf(row, value)} />;
}

/** Own hours are edited on a page of their own. */
function HoursLink({ isSet, describedBy }: { readonly isSet: boolean; readonly describedBy: string }) {
  const { t } = useTranslation("settings");
  return (
    <Button variant="outlined" component={Link} to="?section=tickets&hours=company" aria-describedby={describedBy}>
      {t(isSet ? "ownHours.change" : "ownHours.define")}
    </Button>
  );
}

/** The reasons have a page of their own. */
function ReasonsLink({ describedBy }: { readonly describedBy: string }) {
  const { t } = useTranslation("settings");
  return (
    <Button variant="outlined" component={Link} to="/closingReasons" aria-describedby={describedBy}>
      {t("closing.edit")}
    </Button>
  );
}

function valuesOf(row: Exclude<SettingRow, { kind: "toggle" | "time" | "url" | "text" | "picture" }>, value: string): readonly string[] {
  if (row.kind === "zone") return [...new Set([value, "UTC", ...Intl.supportedValuesOf("timeZone")])].sort();
  if (row.kind === "country") return COUNTRIES.map(({ iso }) => iso);
  if (row.kind === "choice") return row.choices;
  return [...(row.off ? [""] : []), ...row.choices.map(String)];
}

interface Names {
  readonly names: { readonly "aria-labelledby": string; readonly "aria-describedby": string };
}

function ChoiceControl({
  settingKey,
  value,
  names,
  values,
  onChange,
}: SettingControlProps & Names & { readonly values: readonly string[] }) {
  const text = useValueText();
  const options = values.map((each) => ({ each, name: text(settingKey, each) }));
  if (SETTINGS[settingKey].kind === "country") options.sort((one, other) => one.name.localeCompare(other.name));
  return (
    <span className="selectField settingSelect">
      <select {...names} value={value} onChange={(event) => onChange(event.target.value)}>
        {options.map(({ each, name }) => (
          <option key={each} value={each}>
            {name}
          </option>
        ))}
      </select>
      <ExpandMore aria-hidden />
    </span>
  );
}

function TypedControl({
  settingKey,
  value,
  typed,
  onType,
  conflicting,
  names,
  isTime,
  onChange,
  onProblem,
}: SettingControlProps & Names & { readonly isTime: boolean }) {
  const [wrong, setWrong] = useState(false);
  const save = () => {
    if (conflicting) return;
    const parsed = parseSetting(settingKey, typed.trim());
    setWrong(!parsed.ok);
    onProblem(parsed.ok ? null : (parsed.sentence ?? ""));
    if (parsed.ok && parsed.value !== value) onChange(parsed.value);
  };
  return (
    <OutlinedInput
      className={isTime ? "settingTime" : "settingUrl"}
      size="small"
      value={typed}
      error={wrong}
      onChange={(event) => onType(event.target.value)}
      onBlur={save}
      onKeyDown={(event) => {
        if (event.key === "Enter") save();
      }}
      slotProps={{
        input: {
          ...names,
          autoComplete: "off",
          "aria-invalid": wrong,
          ...(isTime && { inputMode: "numeric", maxLength: 5, placeholder: "00:00" }),
        },
      }}
    />
  );
}

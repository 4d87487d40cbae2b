import type { SettingView } from "@balcao/contracts/settings";
import { SETTINGS, type SettingKey } from "@balcao/domain/settings";
import Check from "@mui/icons-material/Check";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { toErrorText } from "../../lib/api";
import { useChangeSetting } from "../../lib/data/settings";
import { toDateAndClock } from "../../lib/time";
import { toasts } from "../../lib/toasts";
import { SettingControl } from "./SettingControl";
import { SoundTest } from "./SoundTest";
import { useValueText } from "./valueText";

/** One setting: what it does, its default, who changed it last, and its control. */
export function SettingLine({ settingKey, setting }: { readonly settingKey: SettingKey; readonly setting: SettingView }) {
  const { t } = useTranslation("settings");
  const id = useId();
  const text = useValueText();
  const [problem, setProblem] = useState<string | null>(null);
  const change = useChangeSetting((error) => toasts.error(toErrorText(error)));
  const label = t(`setting.${settingKey}.label`);
  const save = (value: string) =>
    change.mutate(
      { key: settingKey, value, remark: `Alterou a configuração ${settingKey}` },
      { onSuccess: () => toasts.success(t("toast.saved")) },
    );
  return (
    <li className="settingLine" data-setting={settingKey}>
      <div className="settingWords">
        <h3 id={`${id}-label`}>{label}</h3>
        <p id={`${id}-help`}>{t(`setting.${settingKey}.help`)}</p>
        <p className="settingFact">
          {t("default", { value: text(settingKey, SETTINGS[settingKey].default) || "–" })}
          {setting.changed && ` · ${toChangedText(setting.changed, t)}`}
        </p>
        <p className="settingProblem" role="alert">
          {problem}
        </p>
      </div>
      <div className="settingControl">
        <span className="settingSaved" role="status">
          {change.isSuccess && (
            <>
              {t("saved")} <Check aria-hidden />
            </>
          )}
        </span>
        <SettingControl
          settingKey={settingKey}
          value={setting.value}
          labelledBy={`${id}-label`}
          describedBy={`${id}-help`}
          onChange={save}
          onProblem={setProblem}
        />
        {settingKey === "sound" && <SoundTest />}
      </div>
    </li>
  );
}

type Texts = ReturnType<typeof useTranslation<"settings">>["t"];

function toChangedText({ at, by }: NonNullable<SettingView["changed"]>, t: Texts): string {
  const date = toDateAndClock(at);
  return by === null ? t("changedUnnamed", { date }) : t("changed", { name: by, date });
}

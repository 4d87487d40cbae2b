import type { SettingView } from "@balcao/contracts/settings";
import { type SettingKey, SETTINGS } from "@balcao/domain/settings";
import Check from "@mui/icons-material/Check";
import PlayArrowRounded from "@mui/icons-material/PlayArrowRounded";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import { lazy, Suspense, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router-dom";
import { toErrorText } from "../../lib/api";
import { isConflict, useChangeSetting, useSettings } from "../../lib/data/settings";
import { toDateAndClock } from "../../lib/time";
import { toasts } from "../../lib/toasts";
import { Tooltip } from "../../ui/Tooltip";
import { type Draft, conflictOf, draftAfter } from "./draft";
import { SettingControl } from "./SettingControl";
import { useValueText } from "./valueText";

const PanelTest = lazy(() => import("./PanelTest").then((module) => ({ default: module.PanelTest })));

/** Opens the test of the external panel; the address of the page says that it is open, so that it is again after a reload. */
function PanelTestButton() {
  const { t } = useTranslation("settings");
  const [params, setParams] = useSearchParams();
  const isOpen = params.get("test") === "panel";
  const show = (open: boolean) =>
    setParams(open ? { section: "visualization", test: "panel" } : { section: "visualization" }, { replace: true });
  return (
    <>
      <Button variant="outlined" onClick={() => show(true)}>
        {t("panel.start")}
      </Button>
      {isOpen && (
        <Suspense>
          <PanelTest onReload={() => window.location.reload()} onClose={() => show(false)} />
        </Suspense>
      )}
    </>
  );
}

/** Plays the chosen sound. */
function SoundTest() {
  const { t } = useTranslation("settings");
  const { sound } = useSettings();
  return (
    <Tooltip title={t("play")}>
      <IconButton aria-label={t("play")} onClick={() => void new Audio(`/sounds/${sound}.wav`).play().catch(() => undefined)}>
        <PlayArrowRounded />
      </IconButton>
    </Tooltip>
  );
}

/** Asks before an opening after the closing is saved (D-380): whose hours run past midnight says so first. */
function useOvernightQuestion(key: SettingKey, save: (value: string) => void) {
  const { t } = useTranslation("settings");
  const { horarioAbertura: opening, horarioFechamento: closing } = useSettings();
  const [value, setValue] = useState("");
  const [asked, setAsked] = useState<string | null>(null);
  const saveOrAsk = (wanted: string) => {
    const isOfHours = key === "horarioAbertura" || key === "horarioFechamento";
    const [from, until] = key === "horarioAbertura" ? [wanted, closing] : [opening, wanted];
    if (!isOfHours || from <= until) return save(wanted);
    setValue(wanted);
    setAsked(t("hoursNote.ask", { from, until }));
  };
  const answer = (act: () => void) => {
    setAsked(null);
    act();
  };
  return { asked, value, saveOrAsk, answer };
}

interface OvernightQuestionProps {
  /** Null while nothing is asked. */
  readonly text: string | null;
  readonly onYes: () => void;
  readonly onNo: () => void;
}

/** The question, beside the time that was typed. */
function OvernightQuestion({ text, onYes, onNo }: OvernightQuestionProps) {
  const { t } = useTranslation("settings");
  if (text === null) return null;
  return (
    <div className="settingConflict" role="alert">
      <p>{text}</p>
      <Button size="small" variant="outlined" onClick={onNo}>
        {t("hoursNote.no")}
      </Button>
      <Button size="small" variant="text" onClick={onYes}>
        {t("hoursNote.yes")}
      </Button>
    </div>
  );
}

/** One setting: what it does, its default, who changed it last, and its control. */
export function SettingLine({ settingKey, setting }: { readonly settingKey: SettingKey; readonly setting: SettingView }) {
  const { t } = useTranslation("settings");
  const id = useId();
  const text = useValueText();
  const [problem, setProblem] = useState<string | null>(null);
  const [draft, setDraft] = useState<Draft | null>(null);
  const change = useChangeSetting((error) => {
    // What somebody else has stored is offered beside what the person wanted.
    if (isConflict(error)) return;
    setDraft(null);
    toasts.error(toErrorText(error));
  });
  const label = t(`setting.${settingKey}.label`);
  const save = (value: string) => {
    setDraft({ text: value, base: setting.value });
    change.mutate(
      { key: settingKey, value, expected: setting.value, remark: `Alterou a configuração ${settingKey}` },
      {
        onSuccess: () => {
          setDraft(null);
          toasts.success(t("toast.saved"));
        },
      },
    );
  };
  const overnight = useOvernightQuestion(settingKey, save);
  const mine = change.isPending ? null : conflictOf(draft, setting.value);
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
        <OvernightQuestion
          text={draft && overnight.asked}
          onNo={() => overnight.answer(() => setDraft(null))}
          onYes={() => overnight.answer(() => save(overnight.value))}
        />
        {mine !== null && (
          <div className="settingConflict" role="alert">
            <p>{toConflictText(setting, { value: text(settingKey, setting.value), mine: text(settingKey, mine) }, t)}</p>
            <Button size="small" variant="outlined" onClick={() => setDraft(null)}>
              {t("conflict.theirs")}
            </Button>
            <Button size="small" variant="text" onClick={() => save(mine)}>
              {t("conflict.mine")}
            </Button>
          </div>
        )}
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
          typed={draft?.text ?? setting.value}
          onType={(typed) => setDraft(draftAfter(draft, typed, setting.value))}
          conflicting={mine !== null}
          labelledBy={`${id}-label`}
          describedBy={`${id}-help`}
          onChange={overnight.saveOrAsk}
          onProblem={setProblem}
        />
        {settingKey === "sound" && <SoundTest />}
        {settingKey === "uriIframe" && setting.value !== "" && <PanelTestButton />}
      </div>
    </li>
  );
}

interface ConflictValues {
  readonly value: string;
  readonly mine: string;
}

function toConflictText({ changed }: SettingView, { value, mine }: ConflictValues, t: Texts): string {
  const facts = { value: value || "–", mine: mine || "–" };
  return changed?.by ? t("conflict.text", { ...facts, name: changed.by }) : t("conflict.textUnnamed", facts);
}

type Texts = ReturnType<typeof useTranslation<"settings">>["t"];

function toChangedText({ at, by }: NonNullable<SettingView["changed"]>, t: Texts): string {
  const date = toDateAndClock(at);
  return by === null ? t("changedUnnamed", { date }) : t("changed", { name: by, date });
}

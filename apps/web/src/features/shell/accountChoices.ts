import ContrastOutlined from "@mui/icons-material/ContrastOutlined";
import DensityMediumOutlined from "@mui/icons-material/DensityMediumOutlined";
import KeyboardReturnRounded from "@mui/icons-material/KeyboardReturnRounded";
import Language from "@mui/icons-material/Language";
import MoveDownOutlined from "@mui/icons-material/MoveDownOutlined";
import TouchAppOutlined from "@mui/icons-material/TouchAppOutlined";
import { useColorScheme } from "@mui/material/styles";
import { useTranslation } from "react-i18next";
import { changeLanguage } from "../../i18n/i18n";
import { LANGUAGES, type Language as LanguageCode } from "../../i18n/languages";
import { useAfterResolving } from "../../lib/afterResolving";
import { useEnterKey, useSingleKeys } from "../../lib/keyboard";
import { useDensity } from "./useDensity";

/** One choice of the menu: its name, its values by their labels, the present one. */
export interface AccountChoice {
  readonly id: string;
  readonly label: string;
  readonly icon: typeof Language;
  readonly values: Readonly<Record<string, string>>;
  readonly value: string;
  readonly choose: (value: string) => void;
}

/** What a person may choose about how the app looks and works. */
export function useAccountChoices(): readonly AccountChoice[] {
  const { t, i18n } = useTranslation();
  const { mode = "system", setMode } = useColorScheme();
  const [density, setDensity] = useDensity();
  const [afterResolving, setAfterResolving] = useAfterResolving();
  const [singleKeys, setSingleKeys] = useSingleKeys();
  const [enter, setEnter] = useEnterKey();
  return [
    {
      id: "language",
      label: t("account.language"),
      icon: Language,
      values: LANGUAGES,
      value: i18n.language,
      choose: (value) => void changeLanguage(value as LanguageCode),
    },
    {
      id: "theme",
      label: t("account.theme"),
      icon: ContrastOutlined,
      value: mode,
      values: { system: t("account.themeMode.system"), light: t("account.themeMode.light"), dark: t("account.themeMode.dark") },
      choose: (value) => setMode(value === "light" || value === "dark" ? value : "system"),
    },
    {
      id: "density",
      label: t("account.density"),
      icon: DensityMediumOutlined,
      value: density,
      values: { comfortable: t("account.densityMode.comfortable"), compact: t("account.densityMode.compact") },
      choose: (value) => setDensity(value === "compact" ? "compact" : "comfortable"),
    },
    {
      id: "afterResolving",
      label: t("account.afterResolving"),
      icon: MoveDownOutlined,
      value: afterResolving,
      values: { next: t("account.afterResolvingMode.next"), list: t("account.afterResolvingMode.list") },
      choose: (value) => setAfterResolving(value === "list" ? "list" : "next"),
    },
    {
      id: "singleKeys",
      label: t("account.singleKeys"),
      icon: TouchAppOutlined,
      value: singleKeys,
      values: { on: t("account.on"), off: t("account.off") },
      choose: (value) => setSingleKeys(value === "off" ? "off" : "on"),
    },
    {
      id: "enter",
      label: t("account.enter"),
      icon: KeyboardReturnRounded,
      value: enter,
      values: { sends: t("account.enterDoes.sends"), breaks: t("account.enterDoes.breaks") },
      choose: (value) => setEnter(value === "breaks" ? "breaks" : "sends"),
    },
  ];
}

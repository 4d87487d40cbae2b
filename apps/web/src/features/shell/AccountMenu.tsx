import ArrowBack from "@mui/icons-material/ArrowBack";
import Check from "@mui/icons-material/Check";
import ContrastOutlined from "@mui/icons-material/ContrastOutlined";
import DensityMediumOutlined from "@mui/icons-material/DensityMediumOutlined";
import ExpandMore from "@mui/icons-material/ExpandMore";
import KeyboardOutlined from "@mui/icons-material/KeyboardOutlined";
import Language from "@mui/icons-material/Language";
import LogoutOutlined from "@mui/icons-material/LogoutOutlined";
import PersonRounded from "@mui/icons-material/PersonRounded";
import TouchAppOutlined from "@mui/icons-material/TouchAppOutlined";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import { useColorScheme } from "@mui/material/styles";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { changeLanguage } from "../../i18n/i18n";
import { lazyWithTexts } from "../../i18n/lazyWithTexts";
import { LANGUAGES, type Language as LanguageCode } from "../../i18n/languages";
import { useSingleKeys } from "../../lib/keyboard";
import { logout, useSelf } from "../../lib/session";
import { Avatar } from "../../ui";
import { useDensity } from "./useDensity";

const ProfileDialog = lazyWithTexts("shell", () => import("./ProfileDialog").then((door) => door.ProfileDialog));

/** One choice of the menu: its name, its values by their labels, the present one. */
interface Choice {
  readonly id: string;
  readonly label: string;
  readonly icon: typeof Check;
  readonly values: Readonly<Record<string, string>>;
  readonly value: string;
  readonly choose: (value: string) => void;
}

function useChoices(): readonly Choice[] {
  const { t, i18n } = useTranslation();
  const { mode = "system", setMode } = useColorScheme();
  const [density, setDensity] = useDensity();
  const [singleKeys, setSingleKeys] = useSingleKeys();
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
      id: "singleKeys",
      label: t("account.singleKeys"),
      icon: TouchAppOutlined,
      value: singleKeys,
      values: { on: t("account.on"), off: t("account.off") },
      choose: (value) => setSingleKeys(value === "off" ? "off" : "on"),
    },
  ];
}

/** Who is signed in, their profile, how the app looks to them, and the way out (SHELL-024). */
export function AccountMenu({ onShowShortcuts }: { readonly onShowShortcuts: () => void }) {
  const { t } = useTranslation();
  const self = useSelf();
  const choices = useChoices();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [profileOpen, setProfileOpen] = useState(false);
  const [openId, setOpenId] = useState<string | null>(null);
  const open = choices.find((choice) => choice.id === openId);
  const close = () => {
    setAnchor(null);
    setOpenId(null);
  };
  return (
    <>
      <button
        type="button"
        className="accountButton"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-label={t("account.open", { name: self.name })}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <Avatar name={self.name} src={self.profilePicUrl} size={28} presence={self.status} />
        <span className="accountName ellipsis">{self.name}</span>
        <ExpandMore aria-hidden />
      </button>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={close}
        anchorOrigin={{ vertical: "bottom", horizontal: "right" }}
        transformOrigin={{ vertical: "top", horizontal: "right" }}
        slotProps={{ paper: { sx: { width: 300, marginTop: "8px", maxWidth: "calc(100vw - 16px)" } } }}
      >
        {open
          ? [
              <MenuItem key="back" autoFocus onClick={() => setOpenId(null)}>
                <ArrowBack aria-hidden />
                <strong>{open.label}</strong>
              </MenuItem>,
              ...Object.entries(open.values).map(([value, label]) => (
                <MenuItem
                  key={value}
                  role="menuitemradio"
                  aria-checked={value === open.value}
                  selected={value === open.value}
                  onClick={() => open.choose(value)}
                >
                  <Check aria-hidden style={{ visibility: value === open.value ? "visible" : "hidden" }} />
                  {label}
                </MenuItem>
              )),
            ]
          : [
              <li key="who" role="presentation" className="accountHead">
                <Avatar name={self.name} src={self.profilePicUrl} />
                <div style={{ minWidth: 0 }}>
                  <strong className="ellipsis">{self.name}</strong>
                  <p className="ellipsis">{self.email}</p>
                  <p>
                    {[t(`account.profile.${self.profile}`), self.status !== "offline" && t(`account.status.${self.status}`)]
                      .filter(Boolean)
                      .join(" · ")}
                  </p>
                </div>
              </li>,
              <li key="rule" role="separator" className="menuRule" />,
              <MenuItem
                key="profile"
                onClick={() => {
                  close();
                  setProfileOpen(true);
                }}
              >
                <PersonRounded aria-hidden />
                {t("account.ownProfile")}
              </MenuItem>,
              ...choices.map(({ id, label, icon: Icon, values, value }) => (
                <MenuItem key={id} onClick={() => setOpenId(id)}>
                  <Icon aria-hidden />
                  {label}
                  <span className="menuValue">{values[value]}</span>
                </MenuItem>
              )),
              <MenuItem
                key="shortcuts"
                onClick={() => {
                  close();
                  onShowShortcuts();
                }}
              >
                <KeyboardOutlined aria-hidden />
                {t("account.shortcuts")}
                <span className="menuValue">?</span>
              </MenuItem>,
              <li key="rule2" role="separator" className="menuRule" />,
              <MenuItem key="logout" onClick={() => void logout()}>
                <LogoutOutlined aria-hidden />
                {t("account.logout")}
              </MenuItem>,
            ]}
      </Menu>
      {profileOpen && (
        <Suspense>
          <ProfileDialog onClose={() => setProfileOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

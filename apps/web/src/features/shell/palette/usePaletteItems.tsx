import { formatPhone } from "@balcao/domain/contacts";
import { SETTING_KEYS, SETTINGS, type SettingRow } from "@balcao/domain/settings";
import BoltOutlined from "@mui/icons-material/BoltOutlined";
import ForumOutlined from "@mui/icons-material/ForumOutlined";
import AddRounded from "@mui/icons-material/AddRounded";
import KeyboardOutlined from "@mui/icons-material/KeyboardOutlined";
import LogoutOutlined from "@mui/icons-material/LogoutOutlined";
import ManageSearchRounded from "@mui/icons-material/ManageSearchRounded";
import TuneRounded from "@mui/icons-material/TuneRounded";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { TFunction } from "i18next";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, type NavigateFunction } from "react-router-dom";
import { call } from "../../../lib/api";
import { commandsOf, type Command } from "../../../lib/commands";
import { contactsQuery, joinContacts } from "../../../lib/data/contacts";
import { joinQuickAnswers } from "../../../lib/data/quickAnswers";
import { recentTicketsQuery } from "../../../lib/data/recentTickets";
import { useSettings } from "../../../lib/data/settings";
import { usedAnswersQuery } from "../../../lib/data/usedAnswers";
import { macroDoor } from "../../../lib/macroDoor";
import { logout, useSelf } from "../../../lib/session";
import { useSettled } from "../../../lib/useSettled";
import { Avatar, SEARCH_DELAY_MS } from "../../../ui";
import { type AccountChoice, useAccountChoices } from "../accountChoices";
import { listDrawerEntries } from "../drawerEntries";
import { type PaletteGroup, type PaletteItem, findItems } from "./paletteItems";

/** The choices of the account's menu, each value that is not the present one as an item, and the way out. */
function toChoiceItems(choices: readonly AccountChoice[], t: TFunction): readonly PaletteItem[] {
  const common = { group: "account", onlyFound: true, reason: null } as const;
  return [
    ...choices.flatMap(({ id, label, icon: Icon, values, value, choose }) =>
      Object.entries(values)
        .filter(([each]) => each !== value)
        .map(([each, name]) => ({
          ...common,
          id: `${id} ${each}`,
          label: `${label}: ${name}`,
          sign: <Icon aria-hidden />,
          run: () => choose(each),
        })),
    ),
    { ...common, id: "logout", label: t("account.logout"), sign: <LogoutOutlined aria-hidden />, run: () => void logout() },
  ];
}

/** Contacts are searched from this length on. */
export const SHORTEST_SEARCH = 3;
const MOST_CONTACTS = 5;
/** How much of a macro's text is shown, in characters. */
const MACRO_DETAIL = 60;

interface ContactChoice {
  readonly id: number;
  readonly name: string;
  readonly number: string | null;
}

const toItem =
  (group: PaletteGroup) =>
  ({ icon: Icon, ...command }: Command): PaletteItem => ({ ...command, group, sign: <Icon aria-hidden /> });

/** The pages of the drawer. Those without a shortcut are offered when somebody looks for them. */
function usePages(): readonly PaletteItem[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const settings = useSettings();
  const { main, admin } = listDrawerEntries(useSelf());
  const chats: PaletteItem = {
    id: "chats",
    group: "goTo",
    label: t("shell.chats"),
    sign: <ForumOutlined aria-hidden />,
    shortcut: "goChats",
    reason: null,
    run: () => void navigate("/tickets?tab=chat"),
  };
  const pages = [...main, ...admin]
    .filter(({ isOpen }) => isOpen?.(settings) ?? true)
    .map(({ id, path, icon: Icon, shortcut }): PaletteItem => ({
      id,
      group: "goTo",
      label: t(`entry.${id}`),
      sign: <Icon aria-hidden />,
      ...(shortcut ? { shortcut } : { onlyFound: true }),
      reason: null,
      run: () => void navigate(path),
    }));
  return [...pages, chats];
}

function useRecent(): readonly PaletteItem[] {
  const navigate = useNavigate();
  const { data = [] } = useQuery(recentTicketsQuery);
  return data.map(({ id, name, picture, queue }) => ({
    id: String(id),
    group: "recent",
    label: name,
    words: `#${id}`,
    detail: queue === null ? `#${id}` : `#${id} · ${queue}`,
    sign: <Avatar name={name} src={picture} size={24} />,
    reason: null,
    run: () => void navigate(`/tickets/${id}`),
  }));
}

/** Opens the newest live conversation of a contact where the person may see one, else the dialog of a new one. */
async function openContact(navigate: NavigateFunction, { id, name, number }: ContactChoice): Promise<void> {
  const live = await call("tickets", "byContact", { params: { contactId: id }, query: {} }).catch(() => null);
  if (live && "id" in live) return navigate(`/tickets/${live.id}`);
  return navigate("/tickets", { state: { newTicket: { chosen: { id, name, number } } } });
}

/** Contacts that have the text; each leads to its conversation. */
function useContacts(text: string): readonly PaletteItem[] {
  const navigate = useNavigate();
  const { settled } = useSettled(text.trim(), SEARCH_DELAY_MS);
  const wanted = settled.length >= SHORTEST_SEARCH;
  const { data } = useInfiniteQuery({ ...contactsQuery(settled), enabled: wanted });
  if (!wanted || text.trim().length < SHORTEST_SEARCH) return [];
  return joinContacts(data?.pages ?? [])
    .slice(0, MOST_CONTACTS)
    .map(({ id, name, number, isGroup, profilePicUrl }) => ({
      id: String(id),
      group: "contacts",
      label: name,
      detail: number === null || isGroup ? "" : formatPhone(number),
      sign: <Avatar name={name} src={profilePicUrl} size={24} />,
      reason: null,
      isHit: true,
      run: () => void openContact(navigate, { id, name, number }),
    }));
}

/** Quick answers with deeds, where a conversation takes them; the often used ones, and those that have the text. */
function useMacros(text: string): readonly PaletteItem[] {
  const [open] = useState(macroDoor);
  const { settled } = useSettled(text.trim(), SEARCH_DELAY_MS);
  const { data } = useInfiniteQuery({ ...usedAnswersQuery(settled.replace(/^\//, "")), enabled: open !== null && settled !== "" });
  if (open === null) return [];
  return joinQuickAnswers(data?.pages ?? []).flatMap((answer) =>
    answer.deeds
      ? {
          id: `macro${answer.id}`,
          group: "conversation" as const,
          label: `/${answer.shortcut}`,
          words: answer.message,
          detail: answer.message.slice(0, MACRO_DETAIL),
          sign: <BoltOutlined aria-hidden />,
          reason: null,
          onlyFound: true,
          run: () => open(answer),
        }
      : [],
  );
}

/** The search for the words in messages, from the length on from which it finds anything. */
function useWordSearch(text: string): readonly PaletteItem[] {
  const { t } = useTranslation("shell");
  const navigate = useNavigate();
  const words = text.trim();
  if (words.length < SHORTEST_SEARCH) return [];
  const address = `/tickets?${new URLSearchParams({ tab: "search", text: words }).toString()}`;
  return [
    {
      id: "messages",
      group: "messages",
      label: t("palette.searchMessages", { words }),
      sign: <ManageSearchRounded aria-hidden />,
      reason: null,
      isHit: true,
      run: () => void navigate(address),
    },
  ];
}

/** What the palette can begin on another page: only what every person who sees that page may add. */
const CREATED = ["connections", "queues", "users"] as const;

/** New items of the pages of the administration. */
function useCreations(): readonly PaletteItem[] {
  const { t } = useTranslation("shell");
  const navigate = useNavigate();
  const { admin } = listDrawerEntries(useSelf());
  return CREATED.flatMap((created) => {
    const entry = admin.find(({ id }) => id === created);
    if (!entry) return [];
    return {
      id: created,
      group: "create" as const,
      label: t(`palette.create.${created}`),
      words: t("palette.createWords"),
      sign: <AddRounded aria-hidden />,
      reason: null,
      onlyFound: true,
      run: () => void navigate(entry.path, { state: { add: true } }),
    };
  });
}

const SHOWN_SETTINGS = SETTING_KEYS.filter((key) => !(SETTINGS[key] as SettingRow).unread);

/** The settings by their names and sentences, once their texts are loaded, for people with the page of them. */
function useSettingItems(): readonly PaletteItem[] {
  const { t, ready } = useTranslation("settings", { useSuspense: false });
  const navigate = useNavigate();
  const { admin } = listDrawerEntries(useSelf());
  if (!ready || !admin.some(({ id }) => id === "settings")) return [];
  return SHOWN_SETTINGS.map((key) => {
    const label = t(`setting.${key}.label`);
    return {
      id: key,
      group: "setting",
      label,
      words: t(`setting.${key}.help`),
      sign: <TuneRounded aria-hidden />,
      reason: null,
      onlyFound: true,
      run: () => void navigate(`/settings?${new URLSearchParams({ find: label }).toString()}`),
    };
  });
}

/** What the palette offers for a text. What the shown page can do is asked once, when the palette opens. */
export function usePaletteItems(text: string, onShowShortcuts: () => void): readonly PaletteItem[] {
  const { t } = useTranslation("shell");
  const [offered] = useState(() => [
    ...commandsOf("conversation").map(toItem("conversation")),
    ...commandsOf("composer").map((command) => ({ ...toItem("conversation")(command), onlyFound: true })),
    ...commandsOf("inbox").map(toItem("inbox")),
    ...commandsOf("account").map((command) => ({ ...toItem("account")(command), onlyFound: true })),
  ]);
  const pages = usePages();
  const { t: common } = useTranslation();
  const choices = toChoiceItems(useAccountChoices(), common);
  const recent = useRecent();
  const contacts = useContacts(text);
  const found = [...useMacros(text), ...useCreations(), ...useSettingItems(), ...useWordSearch(text)];
  const help: PaletteItem = {
    id: "shortcuts",
    group: "help",
    label: t("palette.shortcuts"),
    sign: <KeyboardOutlined aria-hidden />,
    shortcut: "sheet",
    reason: null,
    run: onShowShortcuts,
  };
  return findItems([...offered, ...pages, ...recent, ...contacts, ...found, ...choices, help], text);
}

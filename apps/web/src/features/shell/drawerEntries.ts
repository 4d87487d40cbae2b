import { can, type Permission } from "@balcao/domain/access";
import type { Settings } from "@balcao/domain/settings";
import AccountTreeOutlined from "@mui/icons-material/AccountTreeOutlined";
import AccountTreeRounded from "@mui/icons-material/AccountTreeRounded";
import BarChartOutlined from "@mui/icons-material/BarChartOutlined";
import BarChartRounded from "@mui/icons-material/BarChartRounded";
import BoltOutlined from "@mui/icons-material/BoltOutlined";
import BoltRounded from "@mui/icons-material/BoltRounded";
import CableOutlined from "@mui/icons-material/CableOutlined";
import CableRounded from "@mui/icons-material/CableRounded";
import Contacts from "@mui/icons-material/Contacts";
import ContactsOutlined from "@mui/icons-material/ContactsOutlined";
import CampaignOutlined from "@mui/icons-material/CampaignOutlined";
import CampaignRounded from "@mui/icons-material/CampaignRounded";
import Description from "@mui/icons-material/Description";
import DescriptionOutlined from "@mui/icons-material/DescriptionOutlined";
import EventOutlined from "@mui/icons-material/EventOutlined";
import EventRounded from "@mui/icons-material/EventRounded";
import Forum from "@mui/icons-material/Forum";
import ForumOutlined from "@mui/icons-material/ForumOutlined";
import HistoryOutlined from "@mui/icons-material/HistoryOutlined";
import HistoryRounded from "@mui/icons-material/HistoryRounded";
import MonitorHeart from "@mui/icons-material/MonitorHeart";
import MonitorHeartOutlined from "@mui/icons-material/MonitorHeartOutlined";
import LocalOfferOutlined from "@mui/icons-material/LocalOfferOutlined";
import LocalOfferRounded from "@mui/icons-material/LocalOfferRounded";
import PeopleOutlined from "@mui/icons-material/PeopleOutlined";
import PeopleRounded from "@mui/icons-material/PeopleRounded";
import ReceiptLongOutlined from "@mui/icons-material/ReceiptLongOutlined";
import ReceiptLongRounded from "@mui/icons-material/ReceiptLongRounded";
import StarOutlineRounded from "@mui/icons-material/StarOutlineRounded";
import StarRounded from "@mui/icons-material/StarRounded";
import QuizOutlined from "@mui/icons-material/QuizOutlined";
import QuizRounded from "@mui/icons-material/QuizRounded";
import SmartToyOutlined from "@mui/icons-material/SmartToyOutlined";
import SmartToyRounded from "@mui/icons-material/SmartToyRounded";
import SettingsOutlined from "@mui/icons-material/SettingsOutlined";
import SettingsRounded from "@mui/icons-material/SettingsRounded";
import SummarizeOutlined from "@mui/icons-material/SummarizeOutlined";
import SummarizeRounded from "@mui/icons-material/SummarizeRounded";
import TvOutlined from "@mui/icons-material/TvOutlined";
import type { SvgIconComponent } from "@mui/icons-material";
import type { ShortcutId } from "../../lib/keyboard";
import type { Self } from "../../lib/session";
import { toActor } from "../../lib/session/actor";

/**
 * Every documented entry, in order (SHELL-027, SHELL-031, D-016), and the audit; `connections` and
 * the following ones are under Administration.
 */
export const MAIN_ORDER = [
  "tickets",
  "contacts",
  "quickAnswers",
  "protocols",
  "botTickets",
  "questions",
  "tags",
  "schedules",
  "massSends",
  "dashboard",
  "now",
] as const;
export const ADMIN_ORDER = ["connections", "templates", "users", "queues", "nps", "reports", "settings", "audit", "health"] as const;

/** Entries of Administration that people without that group have below the main ones. */
const FOR_ALL: readonly EntryId[] = ["reports"];

export type EntryId = (typeof MAIN_ORDER)[number] | (typeof ADMIN_ORDER)[number];

interface DrawerEntry {
  readonly path: string;
  readonly icon: SvgIconComponent;
  /** The filled icon, while the entry's page is shown. */
  readonly iconOn: SvgIconComponent;
  /** The shortcut that leads to the page. */
  readonly shortcut?: ShortcutId;
  /** Hides the entry from people for whom it returns false. */
  readonly allowed?: (self: Self) => boolean;
  /** The entry is no link while this returns false (SHELL-029). */
  readonly isOpen?: (settings: Settings) => boolean;
}

/**
 * The entries whose pages exist. A new page is added here; the order is that of the lists above.
 */
const ENTRIES: Readonly<Partial<Record<EntryId, DrawerEntry>>> = {
  tickets: { path: "/tickets", icon: ForumOutlined, iconOn: Forum, shortcut: "goTickets" },
  contacts: { path: "/contacts", icon: ContactsOutlined, iconOn: Contacts, shortcut: "goContacts" },
  quickAnswers: { path: "/quickAnswers", icon: BoltOutlined, iconOn: BoltRounded, shortcut: "goQuickAnswers" },
  protocols: { path: "/protocolos", icon: ReceiptLongOutlined, iconOn: ReceiptLongRounded },
  botTickets: { path: "/ticketsBot", icon: SmartToyOutlined, iconOn: SmartToyRounded },
  questions: { path: "/perguntas", icon: QuizOutlined, iconOn: QuizRounded },
  tags: { path: "/tags", icon: LocalOfferOutlined, iconOn: LocalOfferRounded },
  schedules: { path: "/agendamentos", icon: EventOutlined, iconOn: EventRounded, isOpen: ({ allowAgendador }) => allowAgendador },
  massSends: { path: "/envios", icon: CampaignOutlined, iconOn: CampaignRounded },
  // Others may not open it, so they are not led into it (D-017).
  dashboard: {
    path: "/",
    icon: BarChartOutlined,
    iconOn: BarChartRounded,
    shortcut: "goDashboard",
    allowed: ({ profile }) => profile === "admin",
  },
  now: { path: "/agora", icon: TvOutlined, iconOn: TvOutlined, allowed: (self) => can(toActor(self), "team:steer") },
  templates: { path: "/templates", icon: DescriptionOutlined, iconOn: Description },
  users: { path: "/users", icon: PeopleOutlined, iconOn: PeopleRounded },
  queues: { path: "/queues", icon: AccountTreeOutlined, iconOn: AccountTreeRounded },
  nps: { path: "/nps", icon: StarOutlineRounded, iconOn: StarRounded },
  reports: { path: "/report", icon: SummarizeOutlined, iconOn: SummarizeRounded },
  settings: { path: "/settings", icon: SettingsOutlined, iconOn: SettingsRounded },
  audit: { path: "/audit", icon: HistoryOutlined, iconOn: HistoryRounded },
  health: { path: "/health", icon: MonitorHeartOutlined, iconOn: MonitorHeart },
  connections: { path: "/connections", icon: CableOutlined, iconOn: CableRounded, shortcut: "goConnections" },
};

const ADMIN_GROUP: Permission = "drawer-admin-items:view";

export type PlacedEntry = DrawerEntry & { readonly id: EntryId };

function place(order: readonly EntryId[], self: Self): readonly PlacedEntry[] {
  return order.flatMap((id) => {
    const entry = ENTRIES[id];
    return entry && (entry.allowed?.(self) ?? true) ? [{ id, ...entry }] : [];
  });
}

/**
 * The drawer's entries for a person: the main ones, and the Administration group if permitted
 * (SHELL-030).
 */
export function listDrawerEntries(self: Self): { readonly main: readonly PlacedEntry[]; readonly admin: readonly PlacedEntry[] } {
  if (can(toActor(self), ADMIN_GROUP)) return { main: place(MAIN_ORDER, self), admin: place(ADMIN_ORDER, self) };
  return { main: place([...MAIN_ORDER, ...FOR_ALL], self), admin: [] };
}

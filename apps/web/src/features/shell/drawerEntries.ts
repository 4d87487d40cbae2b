import { can, type Permission } from "@balcao/domain/access";
import AccountTreeOutlined from "@mui/icons-material/AccountTreeOutlined";
import AccountTreeRounded from "@mui/icons-material/AccountTreeRounded";
import CableOutlined from "@mui/icons-material/CableOutlined";
import CableRounded from "@mui/icons-material/CableRounded";
import Description from "@mui/icons-material/Description";
import DescriptionOutlined from "@mui/icons-material/DescriptionOutlined";
import Forum from "@mui/icons-material/Forum";
import ForumOutlined from "@mui/icons-material/ForumOutlined";
import PeopleOutlined from "@mui/icons-material/PeopleOutlined";
import PeopleRounded from "@mui/icons-material/PeopleRounded";
import type { SvgIconComponent } from "@mui/icons-material";
import type { Self } from "../../lib/session";
import { toActor } from "../../lib/session/actor";

/** Every documented entry, in its order (SHELL-027, SHELL-031, D-016); those from `connections` on stand under Administration. */
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
] as const;
export const ADMIN_ORDER = ["connections", "templates", "users", "queues", "nps", "reports", "settings"] as const;

export type EntryId = (typeof MAIN_ORDER)[number] | (typeof ADMIN_ORDER)[number];

interface DrawerEntry {
  readonly path: string;
  readonly icon: SvgIconComponent;
  /** Filled, while its page is shown. */
  readonly iconOn: SvgIconComponent;
  /** Hides the entry from people for whom it answers false. */
  readonly allowed?: (self: Self) => boolean;
}

/** The entries whose pages exist: a page adds itself here with one line; its place is its place in the orders above. */
const ENTRIES: Readonly<Partial<Record<EntryId, DrawerEntry>>> = {
  tickets: { path: "/tickets", icon: ForumOutlined, iconOn: Forum },
  templates: { path: "/templates", icon: DescriptionOutlined, iconOn: Description },
  users: { path: "/users", icon: PeopleOutlined, iconOn: PeopleRounded },
  queues: { path: "/queues", icon: AccountTreeOutlined, iconOn: AccountTreeRounded },
  connections: { path: "/connections", icon: CableOutlined, iconOn: CableRounded },
};

const ADMIN_GROUP: Permission = "drawer-admin-items:view";

export type PlacedEntry = DrawerEntry & { readonly id: EntryId };

function place(order: readonly EntryId[], self: Self): readonly PlacedEntry[] {
  return order.flatMap((id) => {
    const entry = ENTRIES[id];
    return entry && (entry.allowed?.(self) ?? true) ? [{ id, ...entry }] : [];
  });
}

/** What the drawer shows to a person: the main entries, and the Administration group with its permission (SHELL-030). */
export function listDrawerEntries(self: Self): { readonly main: readonly PlacedEntry[]; readonly admin: readonly PlacedEntry[] } {
  return { main: place(MAIN_ORDER, self), admin: can(toActor(self), ADMIN_GROUP) ? place(ADMIN_ORDER, self) : [] };
}

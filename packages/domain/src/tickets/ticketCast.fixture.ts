import { anActor } from "@balcao/testing/cast";
import type { Actor, Profile } from "../access/index.js";
import { DEFAULT_SETTINGS, type AccessSettings } from "../settings/index.js";
import type { TicketFacts } from "./ticketFacts.js";
import type { TicketListQuery } from "./ticketLists.js";
import { statusOf, type TicketBucket } from "./ticketStatus.js";

export const SUPPORT = 1;
export const SALES = 2;

export const person = (id: number, profile: Profile, queueIds: number[], more: Partial<Actor> = {}): Actor =>
  anActor(id, profile, { queueIds, ...more });
export const ana = person(10, "user", [SUPPORT]);
export const rui = person(11, "user", [SUPPORT]);
export const bia = person(12, "user", [SALES]);
export const marta = person(13, "gerente", [SUPPORT]);
export const davi = person(14, "admin", []);
const teo = person(15, "user", [SUPPORT], { active: false });
export const CAST = [ana, rui, bia, marta, davi, teo];
export const usersByProfile = { user: [10, 11, 12, 15], gerente: [13], admin: [14] };

export const settings = (more: Partial<AccessSettings> = {}): AccessSettings => ({ ...DEFAULT_SETTINGS, ...more });
export const query = (more: Partial<TicketListQuery> = {}): TicketListQuery => ({
  showAll: false,
  queueIds: null,
  usersByProfile,
  ...more,
});
export const ticket = (bucket: TicketBucket, userId: number | null, queueId: number | null = SUPPORT): TicketFacts => ({
  ...statusOf(bucket),
  queueId,
  userId,
});
export const who = (test: (actor: Actor) => boolean): Actor[] => CAST.filter(test);

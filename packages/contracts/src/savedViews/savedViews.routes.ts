import { VIEW_COLUMNS, VIEW_LIMITS, VIEW_TARGETS } from "@balcao/domain/savedViews";
import { LIST_STATUSES } from "@balcao/domain/tickets";
import { route } from "../route/route.js";
import { flag, idList, idOrNone, integerOrNone, object, text, wordList } from "../route/wire.js";
import { TICKET_ORDERS } from "../tickets/ticketList.reducer.js";
import { savedViewPaths, type AdView, type SavedViewView, type ViewCountView } from "./index.js";

const limits = VIEW_LIMITS;
const name = () => text(limits.name.max).min(limits.name.min, "min");

/** Empty texts and null mean that nothing is asked for; absent fields stay as they are. */
const fields = {
  sharedQueueId: idOrNone(),
  order: text(20).oneOf([...TICKET_ORDERS], "oneOf"),
  pinned: flag(),
  status: text(20).oneOf(["", ...LIST_STATUSES], "oneOf"),
  queueIds: idList(limits.chosen),
  /** `me`, `none` for nobody, or the id of a person. */
  owner: text(20).matches(/^(?:me|none|[1-9]\d{0,8})?$/, "oneOf"),
  tagIds: idList(limits.chosen),
  whatsappId: idOrNone(),
  waitingMinutes: integerOrNone(limits.waiting.min, limits.waiting.max),
  target: text(20).oneOf(["", ...VIEW_TARGETS], "oneOf"),
  /** The id of a reason of closing, the word of an automatic one, or `none`. */
  reason: text(20).matches(/^\w*$/, "reason"),
  fromAd: flag(),
  /** The id of an advertisement, as the call of advertisements has it (D-613). */
  ad: text(limits.ad),
  /** What its rows show; null for what those of every list show. */
  columns: wordList(VIEW_COLUMNS),
};

/** Saved views of the inbox: one's own, and those that are shared with one's queues (D-553). All are added calls. */
export const savedViewRoutes = {
  list: route<readonly SavedViewView[]>()(savedViewPaths.list, { policy: "signedIn", toInput: () => null }),
  /** How many tickets each of the person's tabs shows; closed conversations under filters beside the place have no number (D-555). */
  counts: route<readonly ViewCountView[]>()(savedViewPaths.counts, { policy: "signedIn", toInput: () => null }),
  /** The advertisements that the newest conversations of the person's lists began with, newest first, at most 100 (D-613). */
  ads: route<readonly AdView[]>()(savedViewPaths.ads, { policy: "signedIn", toInput: () => null }),
  create: route<SavedViewView>()(savedViewPaths.create, {
    policy: "signedIn",
    body: object({ name: name().required("required"), ...fields }),
    toInput: ({ body }) => body,
    errors: ["ERR_NAME_TAKEN", "ERR_USER_NO_LINKED_IN_QUEUE"],
  }),
  /** Whoever sees it may make it a tab; its maker, and who leads the queue of a shared one, change the rest. */
  change: route<SavedViewView>()(savedViewPaths.change, {
    policy: "signedIn",
    body: object({ name: name(), ...fields }),
    toInput: ({ params, body }) => ({ ...body, viewId: params.viewId }),
    errors: ["ERR_NOT_FOUND", "ERR_NO_PERMISSION", "ERR_NAME_TAKEN", "ERR_USER_NO_LINKED_IN_QUEUE"],
  }),
  delete: route<{ readonly message: string }>()(savedViewPaths.delete, {
    policy: "signedIn",
    toInput: ({ params }) => params,
    errors: ["ERR_NOT_FOUND", "ERR_NO_PERMISSION"],
  }),
} as const;

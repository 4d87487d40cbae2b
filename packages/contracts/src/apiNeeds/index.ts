import type { ApiArea, ApiNeed } from "@balcao/domain/apiTokens";
import type { Method } from "../route/route.js";

type Names = Readonly<Record<string, string>>;

/** Where each call belongs for a token, by feature; a call that is in no area is closed to every token (D-571). A test names what is missing. */
const AREAS: Readonly<Record<ApiArea, Names>> = {
  conversations: {
    tickets:
      "list search ids next invited byContact ofContact get decisions summarize create change changeMany markUnread invite endInvitation delete",
    botTickets: "list change",
    messages: "listForIos search gallery info list send sendToContact change delete sendCard forward react fetchMedia transcribe settle",
    notices: "people",
    templates: "listForTicket send",
    schedules: "ofTicket",
    protocols: "list ofTicket ofContact get create change",
  },
  contacts: {
    contacts:
      "list get group create change optOut optIn delete changeMany deleteMany import export importDelegations exportDelegations clear duplicates previewMerge merge separate merges undoMerge findOrCreate",
  },
  texts: {
    tags: "list get create change delete",
    quickAnswers: "list get create change use delete",
    questions: "list get create change delete",
  },
  sends: {
    massSends: "list get create change count test recipients proof export pause resume cancel lift",
    schedules: "list logs get create change delete pause resume",
    templates: "listForConnection upload create delete",
  },
  chats: { chats: "list create search get change messages readers read send edit delete" },
  figures: {
    dashboard: "stats users userTickets byUser byContact byQueue byReason counters rating tickets now nowTickets targets recountDays",
    ratings: "list summary export ofContact",
    reports: "list ticket contact queue user target message",
  },
  company: {
    users: "list get ownedTickets transfer changeShares",
    queues: "list get use create change delete",
    connections: "list listCloud get listGaps listParked",
    settings: "list",
    health: "details",
  },
  audit: { audit: "list actions" },
  /** Of webhooks those that the token has made (D-684). */
  webhooks: { hooks: "list create delete" },
};

/**
 * What no token opens: signing in, sessions, second factors, tokens, webhooks of people, imports of chats, accounts, settings and the gateways' own
 * sessions; erasures; and what belongs to a browser.
 */
const CLOSED: Names = {
  auth: "login beginProvider finishProvider secondStep askForLink choosePassword signup refresh socket secondFactor beginSecondFactor confirmSecondFactor renewRecoveryCodes endSecondFactor askPasskey beginPasskey createPasskey deletePasskey logout",
  apiTokens: "list create createForPanel revoke",
  chatImports: "list check import undo",
  hooks: "change pause resume rotate dropKey test deliveries delivery resend",
  users: "create change reset import previewImport picture listSessions endSession endSecondFactor delete",
  settings: "change testPanel logo checkFiles countFiles deleteFiles",
  connections:
    "create change resolveGap retryParked discardParked listKeyCopies restoreKeys delete recreate restart qr pair startSession renewSession endSession",
  messages: "reprocess openQuarantined",
  savedViews: "list counts ads create change delete",
  privacy: "preview erase export list get count",
  dashboard: "recount",
  health: "testAlerts",
  audit: "verify",
  notices: "list seen",
  idempotency: "close",
  jobs: "list stop dismiss",
  log: "create",
  notes: "list",
  push: "publicKey register unregister startTest getTest",
};

/** Calls that change nothing though they are a POST. */
const READS: ReadonlySet<string> = new Set(["chats.messages", "massSends.count"]);

const namesOf = (names: Names): string[] =>
  Object.entries(names).flatMap(([feature, its]) => its.split(" ").map((name) => `${feature}.${name}`));

/** The area of each call that a token may open, by its name `tickets.list`. */
export const API_AREA_OF: ReadonlyMap<string, ApiArea> = new Map(
  (Object.keys(AREAS) as ApiArea[]).flatMap((area) => namesOf(AREAS[area]).map((name) => [name, area] as const)),
);

/** The calls that are closed to tokens on purpose. */
export const CLOSED_TO_TOKENS: readonly string[] = namesOf(CLOSED);

/** What a call asks of a token; null for one that no token opens. */
export function apiNeedOf(name: string, method: Method): ApiNeed | null {
  const area = API_AREA_OF.get(name);
  return area === undefined ? null : { area, level: method === "GET" || READS.has(name) ? "read" : "write" };
}

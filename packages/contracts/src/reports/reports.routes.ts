import { reportPaths } from "./reports.paths.js";
import { REPORT_FORMATS, REPORT_LANGUAGES, REPORT_STATUSES, type ReportListView, type ReportView } from "./index.js";
import { route } from "../route/route.js";
import { day, flag, id, object, text } from "../route/wire.js";

/** `format` and `language` are added. */
const common = () => ({
  startDate: day(),
  endDate: day(),
  contactId: id(),
  format: text(4).oneOf(REPORT_FORMATS, "format"),
  language: text(2).oneOf(REPORT_LANGUAGES, "language"),
});

/** A blank status means any; `withCampaigns` is added. */
const filtered = () =>
  object({
    ...common(),
    userId: id(),
    queueId: id(),
    status: text(20)
      .nullable()
      .oneOf(["", null, ...REPORT_STATUSES], "status"),
    withCampaigns: flag(),
  });

type Body<T extends () => { readonly __outputType: unknown }> = ReturnType<T>["__outputType"];

const toFilteredInput = ({ body: { startDate, endDate, ...rest } }: { readonly body: Body<typeof filtered> }) => ({
  firstDay: startDate ?? null,
  lastDay: endDate ?? null,
  contactId: rest.contactId ?? null,
  userId: rest.userId ?? null,
  queueId: rest.queueId ?? null,
  status: REPORT_STATUSES.find((status) => status === rest.status) ?? null,
  withCampaigns: rest.withCampaigns ?? false,
  format: rest.format ?? "pdf",
  language: rest.language ?? "pt",
});

const errors = ["ERR_VALIDATION", "ERR_REPORT_TOO_LONG", "ERR_REPORT_RUNNING", "ERR_REPORT_FAILED"] as const;

const filteredRoute = <P extends "ticket" | "contact" | "queue" | "user" | "target">(name: P) =>
  route<ReportView>()(reportPaths[name], { policy: "signedIn", body: filtered(), toInput: toFilteredInput, errors, grows: true });

/**
 * Reports as files. A call answers when the file is complete; a request
 * that ends before cancels it.
 */
export const reportRoutes = {
  list: route<ReportListView>()(reportPaths.list, { policy: "signedIn", toInput: () => null }),
  ticket: filteredRoute("ticket"),
  contact: filteredRoute("contact"),
  queue: filteredRoute("queue"),
  user: filteredRoute("user"),
  /** Added: targets that were kept and missed (D-610). */
  target: filteredRoute("target"),
  message: route<ReportView>()(reportPaths.message, {
    policy: "signedIn",
    body: object(common()),
    toInput: ({ body }) =>
      toFilteredInput({ body: { ...body, userId: undefined, queueId: undefined, status: undefined, withCampaigns: undefined } }),
    errors: [...errors, "ERR_NO_CONTACT_FOUND", "ERR_NO_PERMISSION"],
    grows: true,
  }),
} as const;

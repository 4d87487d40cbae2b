import type { ReportView } from "@balcao/contracts/reports";
import type { Answer, AnyRoute, FileAnswer } from "@balcao/contracts/route";
import { routes } from "@balcao/contracts/routes";
import { paramsOf, placesOf } from "../hostileInput.fixture.js";
import { SEARCHED, type ParamValues } from "./leakScene.fixture.js";

/** A call of the crawl. */
export interface CrawlCall {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
}

type Routes = typeof routes;
/** The names of the routes whose answer is a file, or an address of one. */
type ExportName = {
  [F in keyof Routes]: {
    [N in Extract<keyof Routes[F], string>]: Routes[F][N] extends AnyRoute
      ? Answer<Routes[F][N]> extends FileAnswer | ReportView
        ? `${F}.${N}`
        : never
      : never;
  }[Extract<keyof Routes[F], string>];
}[keyof Routes];

/** A report as a PDF or a workbook is made of the same rows. */
const report = { startDate: "2020-01-01", endDate: "2098-12-31", format: "csv" };

/** The bodies of every export; a new one does not compile without. */
const EXPORTS: Readonly<Record<ExportName, (params: ParamValues) => readonly object[]>> = {
  "contacts.export": () => [{}],
  "contacts.exportDelegations": () => [{}],
  "massSends.export": () => [{}],
  "ratings.export": () => [{}],
  "privacy.export": () => [{}],
  "privacy.get": () => [{}],
  "reports.ticket": () => [report],
  "reports.contact": () => [report],
  "reports.queue": () => [report],
  "reports.user": () => [report],
  "reports.target": () => [report],
  "reports.message": ({ contactId = [] }) => contactId.map((id) => ({ ...report, contactId: id })),
};

/** The values of a query's field that is no flag and lists none: those that show the most. A field without a line is refused. */
const QUERY_VALUES: Readonly<Record<string, readonly string[] | ((params: ParamValues) => readonly (string | number)[])>> = {
  ...Object.fromEntries(["firstDate", "date"].map((name) => [name, ["2020-01-01"]])),
  ...Object.fromEntries(["searchParam", "messageToSearch", "searchContact", "user"].map((name) => [name, [SEARCHED, "c"]])),
  lastDate: ["2098-12-31"],
  from: ["2020-01-01"],
  until: ["2098-12-31"],
  searchQueue: ["Suporte"],
  searchWhatsapp: ["Loja"],
  status: ["open", "pending", "closed", "paused", "group", "bot"],
  cursor: ["2199-01-01T00:00:00.000Z~1", "0~1~a"],
  origin: ["network", "person", "import"],
  tagIds: ({ tagId = [] }) => tagId,
  pageNumber: ["1"],
  limit: ["100"],
  before: ["2147483000"],
  after: ["1"],
  hour: ["12"],
  reason: ["1", "none"],
  searchReason: ["1", "none"],
  searchAd: ["1"],
  area: ["ticket"],
  action: ["canary"],
  ip: ["127.0.0.1"],
  kind: ["ticket"],
  around: ({ messageId = [] }) => messageId.slice(-1),
  objectId: ({ ticketId = [] }) => ticketId.slice(0, 1),
  userId: ({ userId = [] }) => userId.slice(0, 2),
  searchUser: ({ userId = [] }) => userId.slice(0, 2),
  searchTag: ({ tagId = [] }) => tagId,
  queueId: ({ queueId = [] }) => queueId,
  queueIds: ({ queueId = [] }) => queueId,
  contactId: ({ contactId = [] }) => contactId.slice(-1),
  whatsappId: ({ whatsappId = [] }) => whatsappId,
  view: ({ viewId = [] }) => viewId,
};

export const NAMED_ROUTES: readonly { readonly name: string; readonly route: AnyRoute }[] = Object.entries(routes).flatMap(
  ([feature, ofFeature]) => Object.entries<AnyRoute>(ofFeature).map(([name, route]) => ({ name: `${feature}.${name}`, route })),
);

/** Every reading call of a route on every row of the scene, and what it lacks where the tables do not say how it is called. */
export function crawlOf(
  name: string,
  route: AnyRoute,
  params: ParamValues,
): { readonly calls: readonly CrawlCall[]; readonly lacks: readonly string[] } {
  const bodies = name in EXPORTS ? EXPORTS[name as ExportName](params) : null;
  if (route.method !== "GET" && bodies === null) return { calls: [], lacks: [] };
  const fields = placesOf(route.query).map(({ path: [field = ""], field: described }): QueryField => {
    const { type, oneOf = [], optional = false } = described as Described;
    const listed = type === "boolean" ? ["true"] : oneOf.filter((value) => value !== null && value !== "").map(String);
    return { field, values: listed.length > 0 ? listed : valuesOf(field, params), isRequired: !optional };
  });
  const lacks = [
    ...paramsOf(route)
      .filter((param) => (params[param] ?? []).length === 0)
      .map((param) => `${name} :${param}`),
    ...fields.filter(({ values }) => values.length === 0).map(({ field }) => `${name} ?${field}`),
  ];
  const paths = paramsOf(route).reduce<string[]>(
    (all, param) => all.flatMap((path) => (params[param] ?? []).map((value) => path.replace(`:${param}`, String(value)))),
    [`/api${String(route.path)}`],
  );
  const calls = paths.flatMap((path) =>
    queriesOf(fields).flatMap((query) =>
      (bodies ?? [undefined]).map((body): CrawlCall => ({ name, method: route.method, path: path + query, body })),
    ),
  );
  return { calls, lacks };
}

/** What yup says of a field. */
interface Described {
  readonly type: string;
  readonly oneOf?: readonly unknown[];
  readonly optional?: boolean;
}

function valuesOf(field: string, params: ParamValues): readonly string[] {
  const values = QUERY_VALUES[field] ?? [];
  return (typeof values === "function" ? values(params) : values).map(String);
}

interface QueryField {
  readonly field: string;
  readonly values: readonly string[];
  readonly isRequired: boolean;
}

/** What a route is asked: nothing, each value of each field, and all of it with `showAll` where it has that. */
function queriesOf(fields: readonly QueryField[]): readonly string[] {
  const required = fields.filter(({ isRequired }) => isRequired);
  const base = Object.fromEntries(required.map(({ field, values: [first = ""] }) => [field, first]));
  const wide = fields.some(({ field }) => field === "showAll") ? [{}, { showAll: "true" }] : [{}];
  const single = fields.flatMap(({ field, values }) => values.map((value) => ({ [field]: value })));
  const asked = wide.flatMap((more) => [{}, ...single].map((one) => new URLSearchParams({ ...base, ...more, ...one }).toString()));
  return [...new Set(asked)].map((query) => (query === "" ? "" : `?${query}`));
}

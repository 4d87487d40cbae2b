import { API_AREAS, API_LEVELS, API_REACHES } from "@balcao/domain/apiTokens";
import { LIMITS } from "@balcao/domain/limits";
import { route } from "../route/route.js";
import { flag, id, idList, integer, list, object, text } from "../route/wire.js";
import { apiTokenPaths, type ApiTokenView, type NewApiTokenView, type PanelTokenView } from "./index.js";

const limits = LIMITS.apiToken;

const areas = object(Object.fromEntries(API_AREAS.map((area) => [area, text(10).oneOf([...API_LEVELS], "oneOf")])));

/** Tokens of programs (added, D-570): one's own, and for administrators everybody's and those of the installation. */
export const apiTokenRoutes = {
  list: route<readonly ApiTokenView[]>()(apiTokenPaths.list, { policy: "signedIn", toInput: () => null }),
  create: route<NewApiTokenView>()(apiTokenPaths.create, {
    policy: "signedIn",
    body: object({
      name: text(limits.name.max).min(limits.name.min, "min").required("required"),
      /** Sealed: whoever finds a browser open makes no token. */
      currentPassword: text(4_000),
      installation: flag(),
      areas: areas.required("required"),
      reach: text(10).oneOf([...API_REACHES], "oneOf"),
      queueIds: idList(),
      addresses: list(text(50).required("required"), limits.addresses),
      /** Days until it expires; without them it does not. */
      days: integer(1, limits.days),
    }),
    toInput: ({ body: { currentPassword, installation, reach, queueIds, addresses, days, ...body } }) => ({
      ...body,
      sealedCurrent: currentPassword,
      installation: installation ?? false,
      reach: reach ?? "all",
      queueIds: queueIds ?? [],
      addresses: addresses ?? [],
      days: days ?? null,
    }),
    errors: ["ERR_NO_PERMISSION", "ERR_VALIDATION", "ERR_PROOF_OLD", "ERR_TOO_MANY_REQUESTS"],
  }),
  createForPanel: route<PanelTokenView>()(apiTokenPaths.createForPanel, {
    policy: "signedIn",
    body: object({ ticketId: id().required("required") }),
    toInput: ({ body }) => body,
    errors: ["ERR_NOT_FOUND", "ERR_NO_TICKET_FOUND", "ERR_NO_PERMISSION"],
  }),
  revoke: route<Record<string, never>>()(apiTokenPaths.revoke, {
    policy: "signedIn",
    toInput: ({ params }) => params,
    errors: ["ERR_NOT_FOUND"],
  }),
} as const;

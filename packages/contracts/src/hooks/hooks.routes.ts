import { API_REACHES } from "@balcao/domain/apiTokens";
import { DELIVERY_STATES, HOOK_EVENT_NAMES } from "@balcao/domain/hooks";
import { LIMITS } from "@balcao/domain/limits";
import { route } from "../route/route.js";
import { id, idList, integer, list, object, text } from "../route/wire.js";
import {
  hookPaths,
  type HookDeliveryBodyView,
  type HookDeliveryListView,
  type HookSecretView,
  type HookTestView,
  type HookView,
} from "./index.js";

const limits = LIMITS.hook;
const name = () => text(limits.name.max).min(limits.name.min, "min");
const address = () => text(limits.address.max).min(limits.address.min, "min");
const events = () => list(text(30).oneOf(HOOK_EVENT_NAMES, "oneOf").required("required"), HOOK_EVENT_NAMES.length);
const scope = { reach: text(10).oneOf([...API_REACHES], "oneOf"), queueIds: idList() };

/** Outgoing webhooks, for administrators (added, D-600), and of tokens their own (D-684). */
export const hookRoutes = {
  list: route<readonly HookView[]>()(hookPaths.list, { policy: "admin", toInput: () => null }),
  create: route<HookSecretView>()(hookPaths.create, {
    policy: "admin",
    body: object({
      name: name().required("required"),
      address: address().required("required"),
      events: events().required("required"),
      ...scope,
    }),
    toInput: ({ body: { reach, queueIds, ...body } }) => ({ ...body, reach: reach ?? "all", queueIds: queueIds ?? [] }),
    errors: ["ERR_VALIDATION", "ERR_NO_PERMISSION"],
  }),
  change: route<HookView>()(hookPaths.change, {
    policy: "admin",
    body: object({ name: name(), address: address(), events: events(), ...scope }),
    toInput: ({ params, body }) => ({ ...body, ...params }),
    errors: ["ERR_NOT_FOUND", "ERR_VALIDATION"],
  }),
  delete: route<Record<string, never>>()(hookPaths.delete, {
    policy: "admin",
    toInput: ({ params }) => params,
    errors: ["ERR_NOT_FOUND"],
  }),
  pause: route<HookView>()(hookPaths.pause, { policy: "admin", toInput: ({ params }) => params, errors: ["ERR_NOT_FOUND"] }),
  /** Whoever resumes it is its owner from then on (D-602). */
  resume: route<HookView>()(hookPaths.resume, { policy: "admin", toInput: ({ params }) => params, errors: ["ERR_NOT_FOUND"] }),
  /** A new key beside the present one, which goes on signing until it is dropped (D-603). */
  rotate: route<HookSecretView>()(hookPaths.rotate, { policy: "admin", toInput: ({ params }) => params, errors: ["ERR_NOT_FOUND"] }),
  dropKey: route<HookView>()(hookPaths.dropKey, { policy: "admin", toInput: ({ params }) => params, errors: ["ERR_NOT_FOUND"] }),
  test: route<HookTestView>()(hookPaths.test, { policy: "admin", toInput: ({ params }) => params, errors: ["ERR_NOT_FOUND"] }),
  deliveries: route<HookDeliveryListView>()(hookPaths.deliveries, {
    policy: "admin",
    query: object({ state: text(10).oneOf([...DELIVERY_STATES], "oneOf"), before: id() }),
    toInput: ({ params, query }) => ({ ...params, ...query }),
    errors: ["ERR_NOT_FOUND"],
  }),
  delivery: route<HookDeliveryBodyView>()(hookPaths.delivery, {
    policy: "admin",
    toInput: ({ params }) => params,
    errors: ["ERR_NOT_FOUND"],
  }),
  /** One given-up delivery, or without `deliveryId` all of them; answers how many are sent again. */
  resend: route<{ readonly count: number }>()(hookPaths.resend, {
    policy: "admin",
    body: object({ deliveryId: integer(1, Number.MAX_SAFE_INTEGER) }),
    toInput: ({ params, body }) => ({ ...params, ...body }),
    errors: ["ERR_NOT_FOUND"],
  }),
} as const;

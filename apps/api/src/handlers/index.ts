import type { AuthDesk } from "@balcao/application/auth";
import { createRemark } from "@balcao/application/log";
import { createQueue, listQueues } from "@balcao/application/queues";
import { listSettings } from "@balcao/application/settings";
import { createUser, getUser, listUsers } from "@balcao/application/users";
import type { FeatureName, Routes } from "@balcao/contracts/routes";
import { signedIn, type FeatureHandlers } from "../http/handler.js";
import { authHandlers, type SessionCookies } from "./auth.http.js";

/** Routes of the contract that nothing answers yet; they are 404. */
export const PENDING = {
  tickets: ["list", "byContact", "get", "create", "change"],
  messages: ["listForIos", "list", "send", "settle"],
  contacts: ["list", "get", "create"],
  connections: ["list", "get", "create", "delete", "recreate", "restart", "qr", "pair", "startSession", "renewSession", "endSession"],
} as const satisfies { readonly [F in FeatureName]?: readonly (keyof Routes[F])[] };

export type Pending = typeof PENDING;
type PendingIn<F extends FeatureName> = F extends keyof Pending ? Pending[F][number] & keyof Routes[F] : never;

/** A handler for every route of the contract but the pending ones. */
export type Handlers = { readonly [F in FeatureName]: FeatureHandlers<F, PendingIn<F>> };

/** What answers the calls: each handler hands the parsed input to the command of its feature. */
export function createHandlers(desk: AuthDesk, cookies: SessionCookies): Handlers {
  const { house } = desk;
  const passwordTools = { transportSecret: desk.secrets.transportSecret, hasher: desk.hasher };
  return {
    auth: authHandlers(desk, cookies),
    tickets: {},
    messages: {},
    contacts: {},
    users: {
      list: signedIn((ctx, input) => listUsers(house, ctx, input)),
      get: signedIn((ctx, input) => getUser(house, ctx, input)),
      create: signedIn((ctx, input) => createUser(house, ctx, passwordTools, input)),
    },
    queues: {
      list: signedIn(() => listQueues(house)),
      create: signedIn((ctx, input) => createQueue(house, ctx, input)),
    },
    settings: { list: signedIn((ctx) => listSettings(house, ctx)) },
    connections: {},
    log: { create: signedIn((ctx, input) => createRemark(house, ctx, input)) },
  };
}

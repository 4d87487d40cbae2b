import { can, hasRight, isSuper, type Actor, type GivingSettings } from "@balcao/domain/access";
import { AppError } from "@balcao/contracts/errors";
import type { Policy } from "@balcao/contracts/route";

type Check = (actor: Actor, settings: GivingSettings) => boolean;

const everybody: Check = () => true;

/** The policies that need no session. */
const VISITOR_POLICIES: ReadonlySet<Policy> = new Set(["public", "refreshCookie"]);

/**
 * The check of each policy, made before the body is read. `ticket` and `chat` are checked by the command, which loads the object through
 * `access*`; `gatewaySignature` and `download` are checked outside of the contract's routes, so a route that names them does not start.
 */
const CHECKS: Partial<Record<Policy, Check>> = {
  public: everybody,
  refreshCookie: everybody,
  signedIn: everybody,
  ticket: everybody,
  chat: everybody,
  addContact: (actor) => can(actor, "contacts:add"),
  editContact: (actor) => can(actor, "contacts:edit"),
  delContact: (actor) => can(actor, "contacts:delete"),
  sendToMany: (actor, settings) => hasRight(actor, "sendToMany", settings),
  maintain: (actor, settings) => hasRight(actor, "maintain", settings),
  manager: (actor) => can(actor, "team:steer"),
  admin: (actor) => actor.profile === "admin",
  super: isSuper,
};

/** Whether people without a session may call. */
export function isForVisitors(policy: Policy): boolean {
  return VISITOR_POLICIES.has(policy);
}

/** The check of a policy. Throws for an unknown one, at the start, because the default is to refuse (D-239). */
export function checkOf(policy: Policy, route: string): (actor: Actor, settings: GivingSettings) => void {
  const check = Object.hasOwn(CHECKS, policy) ? CHECKS[policy] : undefined;
  if (!check) throw new Error(`${route} has the policy "${policy}", which the api does not know`);
  return (actor, settings) => {
    if (!check(actor, settings)) throw new AppError("ERR_NO_PERMISSION");
  };
}

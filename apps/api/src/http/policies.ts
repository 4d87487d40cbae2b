import { can, isSuper, type Actor } from "@balcao/domain/access";
import { AppError } from "@balcao/contracts/errors";
import type { Policy } from "@balcao/contracts/route";

type Check = (actor: Actor) => boolean;

const everybody: Check = () => true;

/** The policies that ask for no session. */
const VISITOR_POLICIES: ReadonlySet<Policy> = new Set(["public", "refreshCookie"]);

/**
 * What a policy asks of a person before the body is read. `ticket` is judged by the command, which loads the ticket through `access*`;
 * `gatewaySignature` and `download` belong to doors of their own, so that a route of the contract that names them does not start.
 */
const CHECKS: Partial<Record<Policy, Check>> = {
  public: everybody,
  refreshCookie: everybody,
  signedIn: everybody,
  ticket: everybody,
  addContact: (actor) => can(actor, "contacts:add"),
  admin: (actor) => actor.profile === "admin",
  super: isSuper,
};

/** Whether people without a session may call. */
export function isForVisitors(policy: Policy): boolean {
  return VISITOR_POLICIES.has(policy);
}

/** The check of a policy; throws at the start for one that nobody knows, because deny is the default (S-18, D-239). */
export function checkOf(policy: Policy, route: string): (actor: Actor) => void {
  const check = Object.hasOwn(CHECKS, policy) ? CHECKS[policy] : undefined;
  if (!check) throw new Error(`${route} has the policy "${policy}", which the api does not know`);
  return (actor) => {
    if (!check(actor)) throw new AppError("ERR_NO_PERMISSION");
  };
}

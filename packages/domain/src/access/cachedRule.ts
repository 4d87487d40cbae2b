import type { Actor } from "./permissions.js";

/**
 * A rule that is worked out once per person and what it depends on, as settings. Both are data that
 * is replaced and never changed, so the result stays true as long as they are the same objects;
 * live events ask some rules thousands of times a second.
 */
export function cachedRule<S extends object, R>(rule: (actor: Actor, given: S) => R): (actor: Actor, given: S) => R {
  const results = new WeakMap<Actor, WeakMap<S, { readonly result: R }>>();
  return (actor, given) => {
    const ofActor = results.get(actor) ?? new WeakMap<S, { readonly result: R }>();
    const known = ofActor.get(given) ?? { result: rule(actor, given) };
    ofActor.set(given, known);
    results.set(actor, ofActor);
    return known.result;
  };
}

import type { Actor } from "../access/index.js";
import type { AccessSettings } from "../settings/index.js";

/**
 * A rule that is worked out once per person and settings. Both are data that is replaced and never changed, so the result stays true as
 * long as they are the same objects; live events ask some rules thousands of times a second.
 */
export function remembered<R>(rule: (actor: Actor, settings: AccessSettings) => R): (actor: Actor, settings: AccessSettings) => R {
  const results = new WeakMap<Actor, WeakMap<AccessSettings, { readonly result: R }>>();
  return (actor, settings) => {
    const ofActor = results.get(actor) ?? new WeakMap<AccessSettings, { readonly result: R }>();
    const known = ofActor.get(settings) ?? { result: rule(actor, settings) };
    ofActor.set(settings, known);
    results.set(actor, ofActor);
    return known.result;
  };
}

import { AppError } from "@balcao/contracts/errors";
import type { AnyRoute } from "@balcao/contracts/route";
import type { createChooser } from "./hostileInput.fixture.js";
import { HOSTILE_BODIES, HOSTILE_VALUES, limitValuesOf, paramsOf, placesOf, withAt, type Place } from "./hostileInput.fixture.js";
import { readParams, validate } from "./http/readCall.js";

/** A call of a route. A body of text is sent as it is. */
export interface Trial {
  readonly route: AnyRoute;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
}

type Choose = ReturnType<typeof createChooser>;
type Spot = { readonly kind: "body" | "query"; readonly place: Place } | { readonly kind: "param"; readonly name: string };

/** How many values of a trial are hostile; one is the likeliest, because a refusal names the first fault only. */
const SPOILED = [1, 1, 1, 2, 3];
/** One of so many trials of a route with a body sends something that is no object of fields. */
const WHOLE_BODIES = 12;
/** Ids of nothing, which get as far as the command. */
const UNKNOWN_IDS = ["2147483647", "2147483646"];

/**
 * `count` calls with hostile values in them, from the schemas that the contract gives a route; the same chooser repeats them.
 * `plain` is a call of the route that succeeds.
 */
export function trialsOf(plain: Trial, count: number, choose: Choose): readonly Trial[] {
  const { route } = plain;
  const spots: readonly Spot[] = [
    ...placesOf(route.body).map((place): Spot => ({ kind: "body", place })),
    ...placesOf(route.query).map((place): Spot => ({ kind: "query", place })),
    ...paramsOf(route).map((name): Spot => ({ kind: "param", name })),
  ];
  if (spots.length === 0) return [plain];
  return Array.from({ length: count }, (_, index) => {
    if (route.body && index % WHOLE_BODIES === WHOLE_BODIES - 1) return { ...plain, body: choose(HOSTILE_BODIES, 1)[0] };
    const [times = 1] = choose(SPOILED, 1);
    return choose(spots, times).reduce((trial, spot) => spoil(trial, spot, choose), plain);
  });
}

function spoil(trial: Trial, spot: Spot, choose: Choose): Trial {
  if (spot.kind === "param") {
    const [word = ""] = choose([...UNKNOWN_IDS, toWord(choose(HOSTILE_VALUES, 1)[0])], 1);
    return { ...trial, params: { ...trial.params, [spot.name]: word } };
  }
  const value = valueFor(spot.place, choose);
  if (spot.kind === "body") return { ...trial, body: withAt(trial.body, spot.place.path, value) };
  const [name = ""] = spot.place.path;
  const [suffix = ""] = choose(["", "", "[]"], 1);
  const { [name]: _usual, ...others } = trial.query;
  return { ...trial, query: { ...others, [`${name}${suffix}`]: toWord(value) } };
}

/** Two of three values have the type of their field or are at its limits: they get further than a schema. */
function valueFor({ field }: Place, choose: Choose): unknown {
  const { type } = field as { readonly type?: string };
  const near = [...limitValuesOf(field), ...HOSTILE_VALUES.filter((value) => typeof value === type)];
  const [isNear = false] = choose([true, true, false], 1);
  return choose(isNear && near.length > 0 ? near : HOSTILE_VALUES, 1)[0];
}

/** A value as a part of an address, which has no halves of surrogate pairs. */
export function toWord(value: unknown): string {
  return (typeof value === "string" ? value : (JSON.stringify(value) ?? "")).slice(0, 2_000).replace(/\p{Surrogate}/gu, "?");
}

/** The address of a call, below the origin. */
export function addressOf({ route, params, query }: Trial): string {
  const path = String(route.path).replace(/:(\w+)/g, (_all, name: string) => encodeURIComponent(params[name] ?? "1"));
  const asked = new URLSearchParams(query).toString();
  return `/api${path}${asked ? `?${asked}` : ""}`;
}

/** Whether the contract lets a call through to the commands, or refuses it. Throws what the schemas and `toInput` throw besides. */
export function isReadable({ route, params, query, body }: Trial): boolean {
  try {
    const read = { params: readParams(params), query: validate(route.query, { ...query }), body: validate(route.body, parsed(body)) };
    route.toInput(read as never);
    return true;
  } catch (error) {
    if (error instanceof AppError || error instanceof NotJson) return false;
    throw error;
  }
}

class NotJson extends Error {}

/** A body as the api parses it: `undefined` fields and NaN do not exist in JSON. */
function parsed(body: unknown): unknown {
  const text = typeof body === "string" ? body : JSON.stringify(body ?? {});
  if (text === "") return {};
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null) throw new NotJson();
    return value;
  } catch {
    throw new NotJson();
  }
}

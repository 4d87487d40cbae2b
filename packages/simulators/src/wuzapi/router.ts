import { type Answer, type Call, json } from "./http.js";
import type { WuzapiUser } from "./types.js";
import { userByToken } from "./world.js";
import type { World } from "./world.types.js";

type Reply = Answer | Promise<Answer>;

/** One route of the imitated API. */
export interface Route {
  readonly method: string;
  readonly path: string;
  answer(world: World, call: Call): Reply;
}

/** A route without authentication. */
export function openRoute(method: string, path: string, answer: (world: World, call: Call) => Reply): Route {
  return { method, path, answer };
}

/** A route with `Authorization: <admin token>`, without "Bearer"; otherwise 401. */
export function adminRoute(method: string, path: string, answer: (world: World, call: Call) => Reply): Route {
  return {
    method,
    path,
    answer: (world, call) => (call.headers.authorization === world.adminToken ? answer(world, call) : unauthorized()),
  };
}

/** A route with the header `Token` or the query `token`; otherwise 401. */
export function userRoute(method: string, path: string, answer: (world: World, call: Call, user: WuzapiUser) => Reply): Route {
  return {
    method,
    path,
    answer(world, call) {
      const user = userByToken(world, tokenOf(call));
      return user === undefined ? unauthorized() : answer(world, call, user);
    },
  };
}

/** The user token of a call, "" when it has none. */
export function tokenOf(call: Call): string {
  const { token } = call.headers;
  return typeof token === "string" && token !== "" ? token : (call.query.get("token") ?? "");
}

function unauthorized(): Answer {
  return json(401, { code: 401, error: "unauthorized", success: false });
}

/** The parameters of a path that matches the route's pattern (`/admin/users/{id}`), or null. */
export function matchPath(pattern: string, path: string): Record<string, string> | null {
  const wanted = pattern.split("/");
  const given = path.split("/");
  if (wanted.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const value = given[index] ?? "";
    if (part.startsWith("{")) params[part.slice(1, -1)] = decodeURIComponent(value);
    else if (part !== value) return null;
  }
  return params;
}

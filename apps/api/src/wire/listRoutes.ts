import type { AnyRoute } from "@balcao/contracts/route";
import { routes } from "@balcao/contracts/routes";

/** A route of the contract with its feature and name, `tickets.list`. */
export interface NamedRoute {
  readonly name: string;
  readonly route: AnyRoute;
}

/** Every route of the contract, by path and method. */
export function listRoutes(): NamedRoute[] {
  const table: Record<string, Record<string, AnyRoute>> = routes;
  const all = Object.entries(table).flatMap(([feature, its]) =>
    Object.entries(its).map(([name, route]) => ({ name: `${feature}.${name}`, route })),
  );
  return all.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

function keyOf({ route }: NamedRoute): string {
  return `${String(route.path)} ${route.method}`;
}

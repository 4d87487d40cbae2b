import type { ConnectionHealthView } from "@balcao/contracts/health";
import { ParkedEvents } from "../connections";

/** The parked events of each connection, with buttons to retry or discard them. */
export function ParkedLists({ connections }: { readonly connections: readonly ConnectionHealthView[] }) {
  return connections.map(({ id, name }) => (
    <section key={id} className="healthParked" aria-labelledby={`healthParked${id}`}>
      <h2 id={`healthParked${id}`}>{name}</h2>
      <ParkedEvents connectionId={id} />
    </section>
  ));
}

/** Placeholder body, replaced below. */
export function ConnectionsPage() {
  return null;
}

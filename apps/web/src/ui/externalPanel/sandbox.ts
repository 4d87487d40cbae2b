const BASE = "allow-scripts allow-forms allow-popups";

/** What the panel may do. Only a host that is neither ours nor beside ours keeps its own cookies and storage. */
export function toSandbox(address: string, ownHost: string): string {
  return isSibling(new URL(address).hostname, ownHost) ? BASE : `${BASE} allow-same-origin`;
}

/** Whether two hosts are the same, one is below the other, or both are below the same one. */
function isSibling(one: string, other: string): boolean {
  const above = (host: string) => host.split(".").slice(1).join(".");
  const isBelow = (host: string, top: string) => host.endsWith(`.${top}`);
  if (one === other || isBelow(one, other) || isBelow(other, one)) return true;
  return above(one).includes(".") && above(one) === above(other);
}

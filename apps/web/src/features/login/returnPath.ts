/** Where a person wanted to go before signing in, from the state of the redirect; only a path of this app counts. */
export function readReturnPath(state: unknown): string | null {
  if (typeof state !== "object" || state === null || !("returnPath" in state)) return null;
  const path = state.returnPath;
  return typeof path === "string" && path.startsWith("/") && !path.startsWith("//") ? path : null;
}

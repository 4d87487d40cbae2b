/**
 * The page that a person requested before signing in, from the state of the redirect; null unless
 * it is a path of this app.
 */
export function readReturnPath(state: unknown): string | null {
  if (typeof state !== "object" || state === null || !("returnPath" in state)) return null;
  const path = state.returnPath;
  return typeof path === "string" && path.startsWith("/") && !path.startsWith("//") ? path : null;
}

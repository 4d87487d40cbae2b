import { UNSAFE_createBrowserHistory as createBrowserHistory } from "react-router-dom";

/** The addresses of this tab, for the router. */
export const history = createBrowserHistory({ window, v5Compat: true });

/** Goes to an address of the app. A component with `useNavigate` is rendered at each change of the address; one with this is not. */
export function go(path: string): void {
  const { pathname, search, hash } = history.location;
  if (pathname + search + hash === path) history.replace(path);
  else history.push(path);
}

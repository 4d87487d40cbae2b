import { startTransition, useLayoutEffect, useState, type ReactNode } from "react";
import { Router, type Location } from "react-router-dom";
import { history } from "../lib/history";

const isInbox = ({ pathname }: Location): boolean => /^\/tickets(?:\/[1-9]\d*)?\/?$/i.test(pathname);

/**
 * The router of the browser's addresses. Another page is drawn in pieces while the old one is shown, because it may have to be loaded;
 * another ticket is drawn in one piece at once, which costs less and shows it sooner.
 */
export function AppRouter({ children }: { readonly children: ReactNode }) {
  const [{ action, location }, setPlace] = useState({ action: history.action, location: history.location });
  useLayoutEffect(() => {
    let wasInbox = isInbox(history.location);
    return history.listen((next) => {
      const stays = wasInbox && isInbox(next.location);
      wasInbox = isInbox(next.location);
      if (stays) setPlace(next);
      else startTransition(() => setPlace(next));
    });
  }, []);
  return (
    <Router location={location} navigationType={action} navigator={history} useTransitions={false}>
      {children}
    </Router>
  );
}

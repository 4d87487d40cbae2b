import { preloadable } from "../lib/preloadable";

/**
 * The part behind the login: loaded at once for people with a session, at the first typed character for people who sign in.
 */
export const LazySignedIn = preloadable(() => import("./SignedIn").then((module) => module.SignedIn));

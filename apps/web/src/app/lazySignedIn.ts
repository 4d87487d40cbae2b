import { lazy } from "react";

/**
 * Loads the part behind the login: at once for people with a session, at the first typed character
 * for people who sign in.
 */
export const loadSignedIn = () => import("./SignedIn");

/** The part behind the login, loaded when somebody is signed in. */
export const LazySignedIn = lazy(() => loadSignedIn().then((module) => ({ default: module.SignedIn })));

import { lazy } from "react";

/** Loads the part behind the login: at once for people with a session, with the first letter for people who are about to sign in. */
export const loadSignedIn = () => import("./SignedIn");

/** The part behind the login, loaded when somebody is signed in. */
export const LazySignedIn = lazy(() => loadSignedIn().then((module) => ({ default: module.SignedIn })));

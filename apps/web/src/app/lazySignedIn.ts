import { lazyWithTexts } from "../i18n/lazyWithTexts";

/**
 * The part behind the login: loaded at once for people with a session, at the first typed character for people who sign in.
 */
export const LazySignedIn = lazyWithTexts([], () => import("./SignedIn").then((module) => module.SignedIn));

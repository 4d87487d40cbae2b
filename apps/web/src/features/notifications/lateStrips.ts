import { lazyWithTexts } from "../../i18n/lazyWithTexts";

/** What most visits do not see, loaded when it is shown. */
export const SignInAgain = lazyWithTexts("notifications", () => import("./rareStrips").then((strips) => strips.SignInAgain));
export const NewVersionBar = lazyWithTexts("notifications", () => import("./rareStrips").then((strips) => strips.NewVersionBar));

import { lazyWithTexts } from "../../i18n/lazyWithTexts";

export const PhotoField = lazyWithTexts("account", () => import("./PhotoField").then((module) => module.PhotoField));
export const SecondFactorDialog = lazyWithTexts("account", () =>
  import("./SecondFactorDialog").then((module) => module.SecondFactorDialog),
);
export const SessionList = lazyWithTexts("account", () => import("./SessionList").then((module) => module.SessionList));

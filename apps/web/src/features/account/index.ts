import { lazyWithTexts } from "../../i18n/lazyWithTexts";

export const PhotoField = lazyWithTexts("account", () => import("./PhotoField").then((module) => module.PhotoField));
export const SecondFactor = lazyWithTexts("account", () => import("./SecondFactor").then((module) => module.SecondFactor));
export const SecondFactorDialog = lazyWithTexts("account", () =>
  import("./SecondFactorDialog").then((module) => module.SecondFactorDialog),
);
export const SessionList = lazyWithTexts("account", () => import("./SessionList").then((module) => module.SessionList));

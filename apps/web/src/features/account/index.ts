import { lazyWithTexts } from "../../i18n/lazyWithTexts";

export const PhotoField = lazyWithTexts("account", () => import("./PhotoField").then((module) => module.PhotoField));
export const RequiredFactor = lazyWithTexts("account", () => import("./RequiredFactor").then((module) => module.RequiredFactor));
export const SessionList = lazyWithTexts("account", () => import("./SessionList").then((module) => module.SessionList));

import { lazyWithTexts } from "../../../i18n/lazyWithTexts";

const TEXTS = ["snooze", "planned"];

/** The form that lets a conversation sleep. */
export const SnoozeDialog = lazyWithTexts(TEXTS, () => import("./SnoozeDialog").then((door) => door.SnoozeDialog));
/** Until when a conversation sleeps, or why it is back. */
export const SnoozeMark = lazyWithTexts(TEXTS, () => import("./SnoozeMark").then((door) => door.SnoozeMark));

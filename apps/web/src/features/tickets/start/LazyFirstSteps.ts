import { lazyWithTexts } from "../../../i18n/lazyWithTexts";

/** The card of the first steps, which few browsers ever load. */
export const LazyFirstSteps = lazyWithTexts("start", async () => (await import("./FirstStepsCard")).FirstStepsCard);

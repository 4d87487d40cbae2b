import { lazyWithTexts } from "../../../i18n/lazyWithTexts";

export { PlannedMessages } from "./PlannedMessages";

/** The form of a message that goes out later in a conversation. */
export const PlanDialog = lazyWithTexts("planned", () => import("./PlanDialog").then((door) => door.PlanDialog));

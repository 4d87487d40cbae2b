import { lazyWithTexts } from "../../i18n/lazyWithTexts";

/** The form of a schedule for one contact. */
export const ContactScheduleDialog = lazyWithTexts(["schedules", "audience"], () =>
  import("./ContactScheduleDialog").then((module) => module.ContactScheduleDialog),
);

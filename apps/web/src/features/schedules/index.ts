import { lazyWithTexts } from "../../i18n/lazyWithTexts";

/** The form of a schedule for one contact (SCHED-010). */
export const ContactScheduleDialog = lazyWithTexts(["schedules", "audience"], () =>
  import("./ContactScheduleDialog").then((module) => module.ContactScheduleDialog),
);

/**
 * Settings with which the company is open at any time and answers new customers without a pause: no customer is answered by the hour of a
 * test run, or after the others.
 */
export const OPEN_DAY_AND_NIGHT: Readonly<Record<string, string>> = {
  horarioAbertura: "00:00",
  horarioFechamento: "00:00",
  weekdays: "enabled",
  saturday: "enabled",
  sunday: "enabled",
  holidays: "enabled",
  newContactPause: "0",
};

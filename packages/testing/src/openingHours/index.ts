/** Settings with which the company is open at any time: no customer is answered by the hour of a test run. */
export const OPEN_DAY_AND_NIGHT: Readonly<Record<string, string>> = {
  horarioAbertura: "00:00",
  horarioFechamento: "00:00",
  weekdays: "enabled",
  saturday: "enabled",
  sunday: "enabled",
  holidays: "enabled",
};

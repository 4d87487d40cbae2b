import i18next from "i18next";

/** What stands below a field: a known rule or code reads as its sentence; the documented form messages stay as quoted. */
export function toProblem(message: string | undefined): string | undefined {
  if (message === undefined) return undefined;
  const rule = `form.problem.${message}`;
  if (i18next.exists(rule, { ns: "connections" })) return i18next.t(rule, { ns: "connections", defaultValue: message });
  return i18next.exists(message, { ns: "errors" }) ? i18next.t(message, { ns: "errors", defaultValue: message }) : message;
}

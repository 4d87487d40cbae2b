const silence = (): void => undefined;

/** A logger for the library that logs nothing. */
export const SILENT = {
  level: "silent",
  child: () => SILENT,
  trace: silence,
  debug: silence,
  info: silence,
  warn: silence,
  error: silence,
};

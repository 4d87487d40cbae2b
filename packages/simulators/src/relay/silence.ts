const silence = (): void => undefined;

/** A logger of the library's kind that says nothing. */
export const SILENT = {
  level: "silent",
  child: () => SILENT,
  trace: silence,
  debug: silence,
  info: silence,
  warn: silence,
  error: silence,
};

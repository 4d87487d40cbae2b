/** Only one person at a time has the figures of the dashboard counted again. */
export const oneRecount = {
  name: "0049-oneRecount",
  sql: `CREATE UNIQUE INDEX job_figures_uq ON job (kind) WHERE state = 'running' AND kind = 'figureRecount'`,
} as const;

/** Connections of an api to PostgreSQL: of requests, of the intake and of searches (ADR 10). */
export const API_POOLS = { poolSize: 10, intakePoolSize: 3, searchPoolSize: 2 } as const;

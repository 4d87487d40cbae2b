/** Connections of an api to PostgreSQL: of requests, of the intake and of searches (ARCHITECTURE 19). */
export const API_POOLS = { poolSize: 10, intakePoolSize: 3, searchPoolSize: 2 } as const;

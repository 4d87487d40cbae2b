export interface ApiPools {
  readonly poolSize: number;
  readonly intakePoolSize: number;
  readonly searchPoolSize: number;
}

/** Connections of an api to PostgreSQL: of requests, of the intake and of searches (ADR 10). */
export const API_POOLS: ApiPools = { poolSize: 10, intakePoolSize: 3, searchPoolSize: 2 };

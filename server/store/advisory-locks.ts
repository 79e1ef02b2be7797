/**
 * Numbers of the advisory locks on PostgreSQL, which no other program uses on the same database. Each has one
 * purpose: a process that has acquired it blocks only those that request the same one.
 */
export const ADVISORY_LOCKS = {
  migrations: 7_265_001,
  limits: 7_265_002,
  imports: 7_265_003,
  storedSecrets: 7_265_004,
} as const;

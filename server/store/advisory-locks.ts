/**
 * Numbers of the advisory locks on PostgreSQL, which no other program uses on the same database. Each is for one
 * purpose: whoever holds it stops only those who ask for the same.
 */
export const ADVISORY_LOCKS = {
  migrations: 7_265_001,
  limits: 7_265_002,
  imports: 7_265_003,
  storedSecrets: 7_265_004,
} as const;

import type { SecurityKind } from '../../../model/shared/security-kinds.ts';

/** Tables of the security log for Kysely (`server/security`). None is synced. Instants are milliseconds, UTC. */
export interface SecurityTables {
  readonly security_log: SecurityLogTable;
  readonly security_forwards: SecurityForwardTable;
}

export interface SecurityLogTable {
  /** UUIDv7. */
  readonly id: string;
  /** Empty: an event that belongs to no organisation. */
  readonly org_id: string;
  readonly at: number;
  readonly kind: SecurityKind;
  /** Account of the person who acted. */
  readonly user_id: string | null;
  /** The same person in the organisation. */
  readonly org_user: string | null;
  /** Address of that account then, or the one that was entered. */
  readonly email: string | null;
  readonly subject: string | null;
  /** Network address of the request, and the key under which its network is counted. */
  readonly address: string | null;
  readonly network: string | null;
  readonly browser: string | null;
  /** JSON object. */
  readonly details: string;
}

interface SecurityForwardTable {
  /** `syslog` or `webhook`. */
  readonly target: string;
  readonly org_id: string;
  readonly id: string;
  readonly attempts: number;
  readonly next_at: number;
}

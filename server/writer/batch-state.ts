import type { Entity } from '../../model/entities/define-entity.ts';
import type { Actor } from '../../model/permissions/actor.ts';
import type { Database } from '../store/database.ts';
import type { ActivityEntry, ChangeEntry, Erasure, RowWrite } from './batch-sql.ts';
import type { ClientBook } from './client-types.ts';
import type { CommittedChange, CommittedVersion, RowPlace, StreamState } from './writer-types.ts';

export interface BatchDeps {
  readonly database: Pick<Database, 'kind' | 'writer'>;
  readonly now: () => number;
  readonly newEpoch: () => string;
}

/** What a transaction has read and will write. Only `flush` clears the `unsaved` sets. */
export interface BatchState extends BatchDeps {
  readonly at: number;
  /** Whether limits may be taken from (`LIMITS`). */
  readonly holdsLimits: boolean;
  readonly streams: Map<string, StreamState>;
  readonly rows: Map<string, RowWrite>;
  readonly changes: Map<string, ChangeEntry>;
  readonly unsavedStreams: Set<string>;
  readonly unsavedRows: Set<string>;
  readonly activity: ActivityEntry[];
  readonly erasures: Erasure[];
  readonly versions: CommittedVersion[];
  readonly createdStreams: string[];
  /** Rights read in this transaction, by organisation and person; forgotten when anything they follow from may change. */
  readonly actors: Map<string, Actor | undefined>;
  readonly clients: ClientBook;
}

/** A stream's version that one write takes, with what it touches. */
export interface OpenVersion {
  readonly v: number;
  readonly touch: (change: CommittedChange) => void;
  readonly committed: () => CommittedVersion;
}

/** One atomic write inside a transaction. */
export interface Unit {
  readonly undo: (() => void)[];
  readonly versions: Map<string, OpenVersion>;
  readonly activity: Map<string, ActivityEntry>;
  readonly erasures: Erasure[];
  /** Scopes of the rows it touched as they were before it; undefined for new rows. */
  readonly scopesBefore: Map<string, string | undefined>;
  savepoint: boolean;
  readonly openSavepoint: () => Promise<void>;
  readonly flush: () => Promise<void>;
}

/** Tables whose rows decide what somebody may do. */
export const ORGANIZATION_SCOPE_TABLES: readonly string[] = [
  'org_users',
  'roles',
  'role_levels',
  'organizations',
];

/** A write asked for plain SQL after it had put rows: it is taken back and begins again with a savepoint. */
export class SavepointNeeded extends Error {}

/** Names a row within a transaction. */
export function rowKey(entity: Entity, place: RowPlace, id: string): string {
  const owner = entity.stream === 'user' ? (place.owner ?? '') : '';
  return `${entity.table}|${place.orgId}|${owner}|${id}`;
}

import type { Entity, RawRow } from '../../model/entities/define-entity.ts';
import type { Actor } from '../../model/permissions/actor.ts';
import type { Database } from '../store/database.ts';
import type { ActivityEntry, ChangeEntry, Erasure, RowWrite } from './batch-sql.ts';
import type { ClientBook } from './client-types.ts';
import type { CommittedChange, WrittenVersion, RowPlace, StreamState } from './writer-types.ts';

export interface BatchDeps {
  readonly database: Pick<Database, 'kind' | 'writer'>;
  readonly now: () => number;
  readonly newEpoch: () => string;
  /** A transaction contains writes of one organisation only, each locked by itself (`DATABASE_SPREAD`). */
  readonly byOrganization?: boolean | undefined;
}

/** Rows and changes of a transaction, read and to be written. Only `flush` clears the `unsaved` sets. */
export interface BatchState extends BatchDeps {
  readonly at: number;
  /** True when the transaction may use up limits (`LIMITS`). */
  readonly usesLimits: boolean;
  readonly streams: Map<string, StreamState>;
  readonly rows: Map<string, RowWrite>;
  /** Rows as the transaction's database has them, for the digests of their scopes. */
  readonly written: Map<string, RawRow | undefined>;
  readonly changes: Map<string, ChangeEntry>;
  readonly unsavedStreams: Set<string>;
  readonly unsavedRows: Set<string>;
  readonly activity: ActivityEntry[];
  readonly erasures: Erasure[];
  readonly versions: WrittenVersion[];
  readonly createdStreams: string[];
  /** Rights read in this transaction, by organisation and person; cleared when a row that they depend on may change. */
  readonly actors: Map<string, Actor | undefined>;
  readonly clients: ClientBook;
}

/** The version that one write claims in a stream, and the rows it changes. */
export interface OpenVersion {
  readonly v: number;
  readonly touch: (change: CommittedChange) => void;
  readonly committed: () => WrittenVersion;
}

/** One atomic write inside a transaction. */
export interface Unit {
  readonly undo: (() => void)[];
  readonly versions: Map<string, OpenVersion>;
  readonly activity: Map<string, ActivityEntry>;
  readonly erasures: Erasure[];
  /** Scopes of the changed rows before the write; undefined for new rows. */
  readonly scopesBefore: Map<string, string | undefined>;
  savepoint: boolean;
  readonly openSavepoint: () => Promise<void>;
  readonly flush: () => Promise<void>;
}

/** Tables whose rows decide about rights. */
export const ORGANIZATION_SCOPE_TABLES: readonly string[] = [
  'org_users',
  'roles',
  'role_levels',
  'organizations',
];

/** A write asked for plain SQL after it had put rows: it is undone and runs again with a savepoint. */
export class SavepointNeeded extends Error {}

/** Names a row within a transaction. */
export function rowKey(entity: Entity, place: RowPlace, id: string): string {
  const owner = entity.stream === 'user' ? (place.owner ?? '') : '';
  return `${entity.table}|${place.orgId}|${owner}|${id}`;
}

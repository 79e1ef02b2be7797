import type { Change, PullPage } from '../../model/protocol/messages.ts';
import type { CommittedChange, CommittedVersion } from '../writer/writer-types.ts';

/** Newest versions of a stream in memory, newest last, for pages without a database read. */
const VERSIONS_KEPT = 256;

export interface Recent {
  readonly add: (version: CommittedVersion) => void;
  /** Every version after `from`; undefined when one of them is missing (another process wrote it, or it is old). */
  readonly after: (from: number) => readonly CommittedVersion[] | undefined;
}

export function createRecent(): Recent {
  const versions: CommittedVersion[] = [];
  return {
    add: (version) => {
      const last = versions.at(-1);
      if (last !== undefined && version.v !== last.v + 1) versions.length = 0;
      versions.push(version);
      if (versions.length > VERSIONS_KEPT) versions.shift();
    },
    after: (from) => {
      const [first] = versions;
      if (first === undefined || from < first.v - 1) return undefined;
      return versions.slice(from - first.v + 1);
    },
  };
}

/** Tables that decide about scopes: scopes are read again when one of their rows changes. */
const DECIDING = new Set([
  'organizations',
  'org_users',
  'roles',
  'role_levels',
  'workspaces',
  'projects',
  'team_members',
  'group_members',
]);

export function changesSight(versions: readonly CommittedVersion[]): boolean {
  return versions.some(({ changes }) => changes.some(decides));
}

function decides(change: CommittedChange): boolean {
  // A conversation becomes visible with its first row; later messages change nobody's scopes.
  const isNewChat =
    change.kind === 'put' && change.table === 'conversations' && Number(change.row['last_seq']) < 2;
  return isNewChat || DECIDING.has(change.table);
}

/**
 * A pull's page of these versions for a person who may read `scopes`, which none of them has changed; undefined when
 * it is empty.
 */
export function pageOf(
  versions: readonly CommittedVersion[],
  scopes: ReadonlySet<string>,
): PullPage | undefined {
  const last = versions.at(-1);
  if (last === undefined) return undefined;
  const newest = new Map<string, Change>();
  for (const { v, changes } of versions) {
    for (const change of changes) {
      if (!scopes.has(change.scope)) continue;
      const id = change.kind === 'put' ? change.row.id : change.id;
      const key = `${change.table}|${id}|${change.scope}`;
      // Deleted first, so that the page stays ordered by version.
      newest.delete(key);
      newest.set(key, wireChange(change, v));
    }
  }
  if (newest.size === 0) return undefined;
  const { epoch, floor, v: head, at } = last;
  const changes = [...newest.values()];
  return {
    epoch,
    floor,
    head,
    scopes: [...scopes],
    changes,
    next: head,
    next_at: at,
    complete: true,
  };
}

function wireChange(change: CommittedChange, v: number): Change {
  const { kind, table } = change;
  switch (kind) {
    case 'put':
      return { kind, table, id: change.row.id, v, row: { ...change.row } };
    case 'del':
      return { kind, table, id: change.id, v };
    case 'moved':
      return { kind, table, id: change.id, v, to: change.to };
  }
}

import { peopleOfDirect } from '../../model/entities/scopes.ts';
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

/** Tables whose rows may decide about the scopes of everybody in the organisation. */
const DECIDING_FOR_ALL = new Set([
  'organizations',
  'roles',
  'role_levels',
  'workspaces',
  'projects',
]);
/** Tables whose rows decide about the scopes of the one person whose number ends their id. */
const DECIDING_FOR_ONE = new Set(['org_users', 'team_members', 'group_members']);

/** People whose scopes these versions may have changed, as ids (`organization_user`): their scopes are read again. */
export function peopleConcerned(
  versions: readonly CommittedVersion[],
): 'everybody' | ReadonlySet<string> {
  const people = new Set<string>();
  for (const change of versions.flatMap(({ changes }) => changes)) {
    if (DECIDING_FOR_ALL.has(change.table)) return 'everybody';
    for (const person of peopleOf(change)) people.add(person);
  }
  return people;
}

function peopleOf(change: CommittedChange): readonly string[] {
  const { table } = change;
  const id = change.kind === 'put' ? change.row.id : change.id;
  // `<project>.<organization_user>` in the tables of members, and the number alone in that of people.
  if (DECIDING_FOR_ONE.has(table)) return [id.split('.').at(-1) ?? id];
  // A conversation becomes visible with its first row; later messages change nobody's scopes.
  const isNew =
    change.kind === 'put' && table === 'conversations' && Number(change.row['last_seq']) < 2;
  return isNew ? (peopleOfDirect(change.scope) ?? []) : [];
}

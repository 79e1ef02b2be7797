import type { Entity, RawRow } from '../../model/entities/define-entity.ts';
import { files } from '../../model/entities/file.ts';
import { ENTITIES } from '../../model/entities/registry.ts';
import {
  ADMIN_SCOPE,
  ORGANIZATION_SCOPE,
  groupScope,
  inboxScope,
  PERSONAL_SCOPE,
  projectScope,
  workspaceScope,
} from '../../model/entities/scopes.ts';
import { addSums, hexOf, NO_SUMS, type Sums, sumsOfVersion } from '../../model/shared/digest.ts';
import { ADMIN_LEVELS } from '../../model/permissions/actor.ts';
import { decodeRow } from '../../server/store/rows.ts';
import type { SqlRow, SqlValue } from '../../server/store/sql.ts';
import { refOfKey, rowKey } from '../../sync/core/row-key.ts';

/** Committed data of the server, read from its database, with visibility computed independently of the server's code. */
export interface Truth {
  readonly streams: () => Streams;
  /** Scopes of both streams that the person may read; empty when they are no member of the organisation. */
  readonly scopesOf: (orgId: string, orgUserId: string) => ReadonlySet<string>;
  /** Every row the person may read, by row key. */
  readonly visibleTo: (orgId: string, orgUserId: string) => ReadonlyMap<string, RawRow>;
  /** All verdicts that were ever stored for a key, oldest first. */
  readonly verdictsOf: (clientId: string, seq: number) => readonly KeptVerdict[];
  /** Keys whose call was applied more than once. */
  readonly appliedTwice: () => readonly string[];
  /** Verdicts that were removed before their client acknowledged them. */
  readonly droppedEarly: () => readonly string[];
  /** Rows that a complete response for (since, next] must contain, as `table/id`. */
  readonly changedBetween: (
    stream: string,
    since: number,
    next: number,
    scopes: ReadonlySet<string>,
  ) => ReadonlySet<string>;
  /** Scopes whose kept digest differs from their rows (PULL-8.1), with both. */
  readonly wrongDigests: () => readonly string[];
  /** Effect on the row of the write with this version; undefined: none. */
  readonly wrote: (stream: string, v: number, key: string) => 'row' | 'removal' | undefined;
  /** True when the row was deleted: its words were erased from the activity log. */
  readonly wasDeleted: (table: string, id: string) => boolean;
  /** Position of a version in the history of one scope: its number by a counter per scope. */
  readonly countInScope: (stream: string, scope: string, v: number) => number;
  /** Every text that the server has or had: rows and activity log as one string. */
  readonly everythingWritten: () => string;
  readonly rows: (entity: Entity, orgId: string) => readonly RawRow[];
  /** Row of a file; undefined without one. */
  readonly file: (orgId: string, id: string) => RawRow | undefined;
  readonly close: () => void;
}

type Streams = ReadonlyMap<string, { readonly epoch: string; readonly head: number }>;

export interface KeptVerdict {
  readonly status: number;
  readonly version: number | null;
  readonly bodyHash: string;
}

/** A connection of its own, which reads committed data while the process waits. */
export interface CommittedReader {
  readonly prepare: (text: string) => (values: readonly SqlValue[]) => readonly SqlRow[];
  /** Another value after each commit. */
  readonly version: () => unknown;
  readonly close: () => void;
}

export function createTruth(reader: CommittedReader): Truth {
  const statements = new Map<string, ReturnType<CommittedReader['prepare']>>();
  const all = (text: string, ...values: SqlValue[]) => {
    const statement = statements.get(text) ?? reader.prepare(text);
    statements.set(text, statement);
    return statement(values);
  };
  const known = createCommitCache(reader.version);
  const scopesOf = (orgId: string, orgUserId: string) =>
    known.scopes(`${orgId} ${orgUserId}`, () => visibleScopes(all, orgId, orgUserId));
  const rows = (entity: Entity, orgId: string) =>
    all(`select * from ${entity.table} where org_id = ?`, orgId).map((row) =>
      decodeRow(entity, row),
    );
  return {
    rows,
    file: (orgId, id) =>
      all('select * from files where org_id = ? and id = ?', orgId, id).map((row) =>
        decodeRow(files, row),
      )[0],
    streams: () => known.streams('all', () => readStreams(all)),
    scopesOf,
    visibleTo: (orgId, orgUserId) =>
      known.rows(`${orgId} ${orgUserId}`, () =>
        visibleRows({
          orgUserId,
          scopes: scopesOf(orgId, orgUserId),
          stored: (entity) =>
            known.tables(`${orgId} ${entity.table}`, () =>
              all(`select * from ${entity.table} where org_id = ?`, orgId).map((row) => ({
                owner: row['owner'],
                scope: String(row['scope']),
                key: rowKey(entity.table, String(row['id'])),
                row: decodeRow(entity, row),
              })),
            ),
        }),
      ),
    verdictsOf: (clientId, seq) =>
      all(
        'select status, version, body_hash from sim_applied where client_id = ? and seq = ? order by n',
        clientId,
        seq,
      ).map((row) => ({
        status: Number(row['status']),
        version: row['version'] === null ? null : Number(row['version']),
        bodyHash: String(row['body_hash']),
      })),
    appliedTwice: () =>
      all(
        `select client_id, seq, count(*) as times from sim_applied where status < 300
         group by client_id, seq having count(*) > 1`,
      ).map((row) => `${String(row['client_id'])}:${String(row['seq'])}`),
    droppedEarly: () =>
      all('select client_id, seq from sim_dropped where seq > ack_through').map(
        (row) => `${String(row['client_id'])}:${String(row['seq'])}`,
      ),
    changedBetween: (stream, since, next, scopes) =>
      new Set(
        all(
          'select tbl, id, scope from changes where stream = ? and v > ? and v <= ?',
          stream,
          since,
          next,
        )
          .filter((row) => scopes.has(String(row['scope'])))
          .map((row) => rowKey(String(row['tbl']), String(row['id']))),
      ),
    wrongDigests: () => wrongDigests(all),
    wrote: (stream, v, key) => {
      const { table, id } = refOfKey(key);
      const found = all(
        'select field from activity where stream = ? and tbl = ? and row_id = ? and v = ?',
        stream,
        table,
        id,
        v,
      );
      if (found.length === 0) return undefined;
      return found.some((entry) => entry['field'] === '*') ? 'removal' : 'row';
    },
    wasDeleted: (table, id) =>
      all("select 1 from activity where tbl = ? and row_id = ? and field = '*' limit 1", table, id)
        .length > 0 ||
      (table === 'comments' &&
        all('select 1 from comments where id = ? and deleted = 1', id).length > 0),
    countInScope: (stream, scope, v) =>
      Number(
        all(
          'select count(*) as n from sim_versions where stream = ? and scope = ? and v <= ?',
          stream,
          scope,
          v,
        )[0]?.['n'] ?? 0,
      ),
    everythingWritten: () => everythingWritten(all),
    close: reader.close,
  };
}

type All = (text: string, ...values: SqlValue[]) => readonly SqlRow[];

/** Answers by key until another connection has committed. */
function createCommitCache(version: () => unknown) {
  const maps: { readonly clear: () => void }[] = [];
  let at: unknown;
  const cache = <T>() => {
    const answers = new Map<string, T>();
    maps.push(answers);
    return (key: string, read: () => T): T => {
      const now = version();
      if (now !== at) for (const map of maps) map.clear();
      at = now;
      const answer = answers.get(key) ?? read();
      answers.set(key, answer);
      return answer;
    };
  };
  return {
    streams: cache<Streams>(),
    scopes: cache<ReadonlySet<string>>(),
    rows: cache<ReadonlyMap<string, RawRow>>(),
    /** All rows of a table, which several people read. */
    tables: cache<readonly StoredRow[]>(),
  };
}

function readStreams(all: All): Streams {
  return new Map(
    all('select stream, epoch, head from streams').map((row) => [
      String(row['stream']),
      { epoch: String(row['epoch']), head: Number(row['head']) },
    ]),
  );
}

interface StoredRow {
  readonly owner: SqlValue | undefined;
  readonly scope: string;
  readonly key: string;
  readonly row: RawRow;
}

interface Reader {
  readonly orgUserId: string;
  readonly scopes: ReadonlySet<string>;
  /** Rows of the organisation. */
  readonly stored: (entity: Entity) => readonly StoredRow[];
}

function visibleRows({ orgUserId, scopes, stored }: Reader): ReadonlyMap<string, RawRow> {
  const found = new Map<string, RawRow>();
  for (const entity of ENTITIES) {
    for (const { owner, scope, key, row } of stored(entity)) {
      if (!scopes.has(scope) || (entity.stream === 'user' && owner !== orgUserId)) continue;
      found.set(key, row);
    }
  }
  return found;
}

function visibleScopes(all: All, orgId: string, orgUserId: string): ReadonlySet<string> {
  const [person] = all(
    `select l.name as level from org_users ou
     join roles r on r.org_id = ou.org_id and r.id = ou.user_role
     join role_levels l on l.org_id = ou.org_id and l.id = r.level
     where ou.org_id = ? and ou.id = ? and ou.active = 1`,
    orgId,
    orgUserId,
  );
  if (person === undefined) return new Set();
  const isAdministrative = ADMIN_LEVELS.some((level) => level === person['level']);
  const mine = new Set(
    all(
      'select project from team_members where org_id = ? and organization_user = ?',
      orgId,
      orgUserId,
    ).map((row) => String(row['project'])),
  );
  const scopes = new Set([ORGANIZATION_SCOPE, PERSONAL_SCOPE, inboxScope(orgUserId)]);
  if (isAdministrative) scopes.add(ADMIN_SCOPE);
  for (const row of all('select id from conversations where org_id = ?', orgId)) {
    const [kind, ...people] = String(row['id']).split(':');
    if (kind === 'direct' && people.includes(orgUserId)) scopes.add(String(row['id']));
  }
  const joined = all(
    'select "group" from group_members where org_id = ? and organization_user = ?',
    orgId,
    orgUserId,
  );
  for (const row of joined) scopes.add(groupScope(String(row['group'])));
  for (const row of all('select id from workspaces where org_id = ?', orgId)) {
    if (isAdministrative) scopes.add(workspaceScope(String(row['id'])));
  }
  for (const row of all('select id, workspace from projects where org_id = ?', orgId)) {
    if (!isAdministrative && !mine.has(String(row['id']))) continue;
    scopes.add(projectScope(String(row['id'])));
    scopes.add(workspaceScope(String(row['workspace'])));
  }
  return scopes;
}

function everythingWritten(all: All): string {
  const parts: string[] = [];
  for (const entity of ENTITIES) {
    if (entity.longTexts.length === 0) continue;
    for (const row of all(`select * from ${entity.table}`)) {
      for (const field of entity.longTexts) parts.push(String(row[field]));
    }
  }
  for (const row of all('select old, new from activity')) {
    parts.push(String(row['old']), String(row['new']));
  }
  return parts.join('\n');
}

function wrongDigests(all: All): readonly string[] {
  const counted = new Map<string, { count: number; sums: Sums; numbered: number }>();
  for (const entity of ENTITIES) {
    for (const stored of all(`select * from ${entity.table}`)) {
      const row = decodeRow(entity, stored);
      const stream =
        entity.stream === 'user'
          ? `user:${String(stored['owner'])}`
          : `org:${String(stored['org_id'])}`;
      const key = `${stream} ${row.scope}`;
      const known = counted.get(key) ?? { count: 0, sums: NO_SUMS, numbered: 0 };
      counted.set(key, known);
      if (entity.ranged !== undefined) {
        known.numbered += 1;
        continue;
      }
      known.count += 1;
      known.sums = addSums(known.sums, sumsOfVersion(row));
    }
  }
  const kept = new Map<string, string>();
  for (const row of all('select * from scope_digests')) {
    const of = (name: string) => Number(row[name]);
    const kinds = ['rows', 'tasks', 'details'];
    const sums = kinds.map((kind): Sums => [of(`${kind}_a`), of(`${kind}_b`)]).reduce(addSums);
    const count = kinds.reduce((sum, kind) => sum + of(kind), 0);
    const key = `${String(row['stream'])} ${String(row['scope'])}`;
    kept.set(key, `${String(count)} ${hexOf(sums)} ${String(of('numbered'))}`);
  }
  const empty = `0 ${hexOf(NO_SUMS)} 0`;
  return [...new Set([...counted.keys(), ...kept.keys()])].flatMap((key) => {
    const found = counted.get(key);
    const rows =
      found === undefined
        ? empty
        : `${String(found.count)} ${hexOf(found.sums)} ${String(found.numbered)}`;
    const digest = kept.get(key) ?? empty;
    return rows === digest ? [] : [`${key}: rows ${rows}, digest ${digest}`];
  });
}

import { organizations } from '../../model/entities/organization.ts';
import { entityOf } from '../../model/entities/registry.ts';
import { ORGANIZATION_SCOPE, orgStream, userStream } from '../../model/entities/scopes.ts';
import type { Entity, RawRow } from '../../model/entities/define-entity.ts';
import { type People, placePeople, type Serials } from './import-people.ts';
import { newSecret, type RandomBytes } from '../shared/secrets.ts';
import { deriveColumns, derivedColumns, encodeRow, textVersionColumn } from '../store/rows.ts';
import { DigestChanges } from '../store/scope-digests.ts';
import type { Sql, SqlValue } from '../store/sql.ts';
import { insert } from '../writer/batch-sql.ts';
import {
  activityLine,
  begunErasureLine,
  contentLine,
  digestLine,
  erasedLine,
  erasureLine,
  rowLine,
  securityLine,
  seenLine,
  streamLine,
} from './format.ts';
import { type ArchiveSummary, damaged, parse } from './read-archive.ts';
import {
  type Numbers,
  personOf,
  renumberId,
  renumberRow,
  renumberScope,
  renumberValue,
} from './renumber.ts';

export interface RowImport {
  readonly sql: Sql;
  readonly summary: ArchiveSummary;
  readonly serials: Serials;
  /** Names in the storage, by the entry of the archive. */
  readonly objects: ReadonlyMap<string, string>;
  readonly parts: AsyncIterable<{ readonly table: string; readonly lines: readonly unknown[] }>;
  readonly random: RandomBytes;
}

/** Result of an import, as the command prints it. */
export interface Imported {
  readonly orgId: string;
  readonly name: string;
  readonly people: number;
  readonly rows: number;
  readonly files: number;
  /** Files whose bytes the archive does not have. */
  readonly missingFiles: number;
}

interface Context {
  readonly input: RowImport;
  readonly numbers: Numbers;
  readonly people: People;
  readonly epoch: string;
  readonly digests: DigestChanges;
}

/** Writes all rows of an archive in the open transaction, with the numbers of this server. */
export async function importRows(input: RowImport): Promise<Imported> {
  const { sql, summary, random, serials } = input;
  const orgId = serials.organization;
  const people = await placePeople(input);
  const numbers = {
    orgId,
    people: people.numbers,
    accounts: people.accounts,
    channels: new Map(
      summary.channels.toSorted((a, b) => a - b).map((n, at) => [n, Number(serials.channels[at])]),
    ),
  };
  const epoch = Buffer.from(random(8)).toString('hex');
  const context = { input, numbers, people, epoch, digests: new DigestChanges() };
  let rows = 0;
  for await (const { table, lines } of input.parts) {
    const entity = entityOf(table);
    const write = WRITERS[table];
    if (entity !== undefined) await writeEntity(context, entity, lines);
    else if (write !== undefined) await write(context, lines);
    rows += lines.length;
  }
  await context.digests.store(sql);
  await sql.run('insert into file_usage (org_id, bytes) values (?, ?)', [
    orgId,
    summary.manifest.files.bytes,
  ]);
  return {
    orgId,
    name: summary.header.organization.name,
    people: summary.people.length,
    rows,
    files: input.objects.size,
    missingFiles: summary.manifest.missing.length,
  };
}

async function writeEntity(
  { input, numbers, people, digests }: Context,
  entity: Entity,
  lines: readonly unknown[],
): Promise<void> {
  const isPersonal = entity.stream === 'user';
  const columns = [
    'org_id',
    ...(isPersonal ? ['owner'] : []),
    'id',
    'scope',
    'v',
    ...Object.keys(entity.columns),
    ...entity.longTexts.map(textVersionColumn),
    ...derivedColumns(entity),
  ];
  const rows = lines.map((line) => {
    const { row: raw, texts, owner } = parse(rowLine, entity.table, line);
    const row = complete(
      entity,
      people.complete(entity, renumberRow(numbers, entity, raw), raw.id),
    );
    const person = isPersonal ? personOf(numbers, owner ?? '') : undefined;
    const stream = person === undefined ? orgStream(numbers.orgId) : userStream(person);
    digests.replace(entity, { orgId: numbers.orgId, stream }, undefined, row);
    const stored: Readonly<Record<string, SqlValue>> = {
      ...encodeRow(entity, row),
      ...deriveColumns(entity, row),
      ...Object.fromEntries(
        entity.longTexts.map((field) => [textVersionColumn(field), texts[field] ?? row.v]),
      ),
      org_id: numbers.orgId,
      owner: person ?? null,
    };
    return columns.map((name) => stored[name] ?? null);
  });
  await insert(input.sql, entity.table, columns, rows);
}

/**
 * An archive of an older build lacks the fields that were added since: they get the values of rows from before. One that
 * was made before an erasure of the organisation must not be erased again on the importing server.
 */
function complete(entity: Entity, row: RawRow): RawRow {
  try {
    const parsed = entity.parse(row);
    return entity.table === organizations.table ? { ...parsed, erase_at: null } : parsed;
  } catch {
    throw damaged(`a row of ${entity.table} is not readable`);
  }
}

type LineWriter = (context: Context, lines: readonly unknown[]) => Promise<void>;

const WRITERS: Readonly<Record<string, LineWriter>> = {
  streams: async ({ input, numbers, epoch }, lines) => {
    const rows = lines.map((line) => {
      const { person, head } = parse(streamLine, 'streams', line);
      // No device knows the epoch: each downloads, so that no earlier change is ever asked for.
      return [numbers.orgId, streamOf(numbers, person), epoch, head, head];
    });
    await insert(input.sql, 'streams', ['org_id', 'stream', 'epoch', 'head', 'floor'], rows);
  },
  erased_rows: async ({ input, numbers }, lines) => {
    const rows = lines.map((line) => {
      const { person, table, id, scope, v } = parse(erasedLine, 'erased_rows', line);
      const stream = streamOf(numbers, person);
      const place = [renumberId(numbers, table, id), renumberScope(numbers, scope)];
      return [numbers.orgId, stream, table, ...place, v, 'del', null];
    });
    const columns = ['org_id', 'stream', 'tbl', 'id', 'scope', 'v', 'kind', 'moved_to'];
    await insert(input.sql, 'changes', columns, rows);
  },
  activity: async ({ input, numbers }, lines) => {
    const rows = lines.map((line) => {
      const entry = parse(activityLine, 'activity', line);
      const change = { table: entry.table, field: entry.field };
      return [
        numbers.orgId,
        streamOf(numbers, entry.person),
        entry.v,
        entry.table,
        renumberId(numbers, entry.table, entry.row),
        entry.field,
        personOf(numbers, entry.by),
        entry.at,
        entry.claimed_at,
        renumberLogged(numbers, change, entry.old),
        renumberLogged(numbers, change, entry.new),
      ];
    });
    const place = ['org_id', 'stream', 'v', 'tbl', 'row_id', 'field'];
    const columns = [...place, 'org_user', 'at', 'claimed_at', 'old', 'new'];
    await insert(input.sql, 'activity', columns, rows);
  },
  task_seen: async ({ input, numbers, epoch }, lines) => {
    const rows = lines.map((line) => {
      const { task, person, v } = parse(seenLine, 'task_seen', line);
      return [numbers.orgId, task, personOf(numbers, person), epoch, v];
    });
    await insert(input.sql, 'task_seen', ['org_id', 'task', 'person', 'epoch', 'v'], rows);
  },
  mail_digests: async ({ input, numbers, people }, lines) => {
    const rows = lines.flatMap((line) => {
      const found = parse(digestLine, 'mail_digests', line);
      const account = people.accounts.get(found.account);
      if (account === undefined || !people.joined.has(account)) return [];
      const { digest, reminders, time_zone, next_at } = found;
      const secret = newSecret(input.random);
      return [[numbers.orgId, account, digest, reminders, time_zone, secret, next_at]];
    });
    const columns = ['org_id', 'user_id', 'digest', 'reminders', 'time_zone', 'stop_secret'];
    await insert(input.sql, 'mail_digests', [...columns, 'next_at'], rows);
  },
  person_erasures: async ({ input, numbers }, lines) => {
    const rows = lines.map((line) => {
      const found = parse(erasureLine, 'person_erasures', line);
      const { person, asked_at, planned_by, erase_at } = found;
      const by = planned_by === null ? null : personOf(numbers, planned_by);
      return [numbers.orgId, personOf(numbers, person), asked_at, by, erase_at];
    });
    const columns = ['org_id', 'person', 'asked_at', 'planned_by', 'erase_at'];
    await insert(input.sql, 'person_erasures', columns, rows);
  },
  erasures: async ({ input, numbers }, lines) => {
    const rows = lines.map((line) => {
      const { kind, id } = parse(begunErasureLine, 'erasures', line);
      return [numbers.orgId, kind, id, 0];
    });
    await insert(input.sql, 'erasures', ['org_id', 'kind', 'id', 'up_to'], rows);
  },
  security_log: async ({ input, numbers, people }, lines) => {
    const rows = lines.map((line) => {
      const { account, person, ...event } = parse(securityLine, 'security_log', line);
      return [
        event.id,
        numbers.orgId,
        event.at,
        event.kind,
        (account === null ? undefined : people.accounts.get(account)) ?? null,
        (person === null ? undefined : people.numbers.get(person)) ?? null,
        event.email,
        event.subject,
        event.address,
        event.network,
        event.browser,
        event.details,
      ];
    });
    const columns = ['id', 'org_id', 'at', 'kind', 'user_id', 'org_user', 'email', 'subject'];
    const origin = ['address', 'network', 'browser', 'details'];
    await insert(input.sql, 'security_log', [...columns, ...origin], rows);
  },
  file_contents: async ({ input, numbers }, lines) => {
    const rows = lines.flatMap((line) => {
      const content = parse(contentLine, 'file_contents', line);
      const object = input.objects.get(content.entry);
      if (object === undefined) return [];
      const { file, variant, media_type, size, digest, created_at } = content;
      return [[numbers.orgId, file, variant, object, media_type, size, digest, created_at]];
    });
    const columns = ['org_id', 'file', 'variant', 'name', 'media_type', 'size', 'digest'];
    await insert(input.sql, 'file_contents', [...columns, 'created_at'], rows);
  },
};

function streamOf(numbers: Numbers, person: string | null): string {
  return person === null ? orgStream(numbers.orgId) : userStream(personOf(numbers, person));
}

/** A value of the activity log (JSON); of the field `*` it is a whole row. */
function renumberLogged(
  numbers: Numbers,
  { table, field }: { readonly table: string; readonly field: string },
  json: string | null,
): string | null {
  const entity = entityOf(table);
  if (json === null || entity === undefined) return json;
  const value: unknown = JSON.parse(json);
  if (field !== '*') return JSON.stringify(renumberValue(numbers, { entity, field }, value));
  if (typeof value !== 'object' || value === null) return json;
  const row: RawRow = { id: '', scope: ORGANIZATION_SCOPE, v: 0, ...value };
  return JSON.stringify(renumberRow(numbers, entity, row));
}

import type { ColumnType, MigrationContext } from '../ddl.ts';
import { quoted, textOf } from '../sql.ts';
import type { Migration } from './migration.ts';

/**
 * The organisation begins the key of each table that belongs to one (decision 0106): a distributed PostgreSQL stores
 * the rows of an organisation on one machine, and accepts no key and no unique index without it. Rows whose stream or
 * client is gone are read by nothing, and are left out.
 */
export const organizationKeys: Migration = {
  name: '0091-organization-keys',
  up: async (context) => {
    // The mark of the installation was a row without a stream, which belongs to no organisation.
    await context.run(
      `insert into counters (name, value)
       select 'scope_digests ' || scope, 1 from scope_digests where stream = ''`,
    );
    // Streams and clients come last: the organisation of the other rows is found by them.
    for (const table of [...TABLES, await scopeDigests(context), ...OWNERS]) {
      await makeAnew(context, table);
    }
    for (const [table, column] of UNIQUE) {
      await context.run(`drop index ${quoted(`${table}_${column}_index`)}`);
      await createIndex(context, table, { columns: ['org_id', column], isUnique: true });
    }
    // The key of the table is the same as the index with the organisation would be.
    await context.run('drop index org_users_id_index');
  },
};

/** Unique by the way in which they are made: a counter of the installation, and random names of objects. */
const UNIQUE = [
  ['groups', 'number'],
  ['file_contents', 'name'],
  ['file_parts', 'name'],
] as const;

interface NewTable {
  readonly name: string;
  readonly narrow: boolean;
  /** Without `org_id`, which comes first. */
  readonly columns: Readonly<Record<string, ColumnType>>;
  /** Without `org_id`, which comes first. */
  readonly key: readonly string[];
  readonly index?: readonly string[];
  /** Table and column by which the organisation of a row is found; undefined: the table has its id already. */
  readonly by?: readonly [table: string, column: string];
}

const OF_STREAM = ['streams', 'stream'] as const;
const OF_CLIENT = ['clients', 'client_id'] as const;

const TABLES: readonly NewTable[] = [
  {
    name: 'changes',
    narrow: true,
    columns: {
      stream: 'text',
      tbl: 'text',
      id: 'text',
      scope: 'text',
      v: 'integer',
      kind: 'text',
      moved_to: 'text?',
    },
    key: ['stream', 'tbl', 'id', 'scope'],
    index: ['stream', 'v'],
    by: OF_STREAM,
  },
  {
    name: 'activity',
    narrow: false,
    columns: {
      stream: 'text',
      v: 'integer',
      tbl: 'text',
      row_id: 'text',
      field: 'text',
      org_user: 'text',
      at: 'integer',
      claimed_at: 'integer?',
      old: 'text?',
      new: 'text?',
    },
    key: ['stream', 'tbl', 'row_id', 'v', 'field'],
    index: ['stream', 'v'],
    by: OF_STREAM,
  },
  {
    name: 'verdicts',
    narrow: true,
    columns: {
      client_id: 'text',
      seq: 'integer',
      body_hash: 'text',
      status: 'integer',
      version: 'integer?',
      answer: 'text',
    },
    key: ['client_id', 'seq'],
    by: OF_CLIENT,
  },
  {
    name: 'settled_keys',
    narrow: true,
    columns: { client_id: 'text', seq: 'integer', body_hash: 'text', at: 'integer' },
    key: ['client_id', 'seq'],
    by: OF_CLIENT,
  },
];

const OWNERS: readonly NewTable[] = [
  {
    name: 'clients',
    narrow: true,
    columns: { client_id: 'text', user_id: 'text', ack_through: 'integer' },
    key: ['client_id'],
  },
  {
    name: 'streams',
    narrow: true,
    columns: { stream: 'text', epoch: 'text', head: 'integer', floor: 'integer' },
    key: ['stream'],
  },
];

/** With the counts and sums that it has by now. */
async function scopeDigests({ kind, all }: MigrationContext): Promise<NewTable> {
  const rows = await all(
    kind === 'sqlite'
      ? "select name from pragma_table_info('scope_digests') order by cid"
      : `select column_name as name from information_schema.columns
         where table_schema = current_schema() and table_name = 'scope_digests' order by ordinal_position`,
  );
  const key = ['stream', 'scope'];
  const columns = rows.map((row): [string, ColumnType] => {
    const name = textOf(row, 'name');
    return [name, key.includes(name) ? 'text' : 'integer'];
  });
  return {
    name: 'scope_digests',
    narrow: true,
    columns: Object.fromEntries(columns),
    key,
    index: ['stream', 'v'],
    by: OF_STREAM,
  };
}

/** SQLite cannot change the key of a table: the rows are copied into a new one, which takes the name. */
async function makeAnew(
  context: MigrationContext,
  { name, narrow, columns, key, index, by }: NewTable,
): Promise<void> {
  const { kind, run, createTable } = context;
  const fresh = `${name}_anew`;
  await createTable({
    name: fresh,
    narrow,
    columns: { org_id: 'text', ...columns },
    primaryKey: ['org_id', ...key],
  });
  const names = Object.keys(columns).map(quoted);
  const [owner, column] = by ?? [];
  await run(
    `insert into ${fresh} (org_id, ${names.join(', ')})
     select ${owner === undefined ? 'r' : 'o'}.org_id, ${names.map((one) => `r.${one}`).join(', ')}
     from ${name} r${owner === undefined ? '' : ` join ${owner} o on o.${String(column)} = r.${String(column)}`}`,
  );
  await run(`drop table ${name}`);
  await run(`alter table ${fresh} rename to ${name}`);
  if (kind === 'postgres') await run(`alter index ${fresh}_pkey rename to ${name}_pkey`);
  if (index !== undefined) {
    await createIndex(context, name, { columns: ['org_id', ...index], isUnique: false });
  }
}

async function createIndex(
  { run }: MigrationContext,
  table: string,
  { columns, isUnique }: { readonly columns: readonly string[]; readonly isUnique: boolean },
): Promise<void> {
  const name = quoted([table, ...columns, 'index'].join('_'));
  await run(
    `create ${isUnique ? 'unique ' : ''}index ${name} on ${quoted(table)} (${columns.map(quoted).join(', ')})`,
  );
}

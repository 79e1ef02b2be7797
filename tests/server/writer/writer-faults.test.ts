import { expect, it } from 'vitest';
import { flags } from '../../../model/entities/flag.ts';
import { pruneTombstones } from '../../../server/writer/maintenance.ts';
import { createWriter } from '../../../server/writer/writer.ts';
import { LIMITS } from '../../../server/writer/writer-types.ts';
import type { Database, WriteConnection } from '../../../server/store/database.ts';
import { openSqliteMemory } from '../../../server/store/sqlite.ts';
import { migrate } from '../../../server/store/migrate.ts';
import { numberOf } from '../../../server/store/sql.ts';

const STREAM = 'org:1';
const PLACE = { orgId: '1' };
const flag = (id: string) => ({
  id,
  scope: 'directory',
  v: 0,
  name: 'Low',
  colour_code: '#000',
  order: 1,
});

/** A writer on a database in memory; `spoil` adds faults to its connection. */
async function startWriter(
  spoil: (connection: WriteConnection) => Partial<WriteConnection>,
  byOrganization = false,
) {
  const database: Database = openSqliteMemory();
  await migrate(database);
  const writer = createWriter({
    database: { kind: 'sqlite', writer: { ...database.writer, ...spoil(database.writer) } },
    now: () => 0,
    newEpoch: () => 'first',
    report: () => undefined,
    byOrganization,
  });
  await writer.write([], (tx) => tx.createStream(STREAM, '1'));
  const stored = () => database.snapshot((sql) => sql.all('select id from flags order by id'));
  return { database, writer, stored };
}

it('a write is never acknowledged when its collected rows were lost on the way to the database', async () => {
  const state = { fail: false };
  const { writer, stored } = await startWriter(({ run }) => ({
    run: (text, parameters) => {
      if (!state.fail || !text.includes('into "flags"')) return run(text, parameters);
      state.fail = false;
      return Promise.reject(new Error('The disk failed once'));
    },
  }));
  state.fail = true;
  const first = writer.write([STREAM], (tx) => tx.put(flags, PLACE, flag('1')));
  // Asks for plain SQL, so that everything before it must be in the database.
  const second = writer.write([STREAM], async (tx) => {
    await (await tx.sql()).all('select 1 as one');
  });
  const outcomes = await Promise.allSettled([first, second]);
  expect(await stored()).toHaveLength(outcomes[0]?.status === 'fulfilled' ? 1 : 0);
});

it('a transaction that cannot be rolled back rejects its writes, and the writer continues', async () => {
  const state = { failing: false };
  const { writer, stored } = await startWriter((connection) => ({
    commit: () => (state.failing ? Promise.reject(new Error('no commit')) : connection.commit()),
    rollback: async () => {
      await connection.rollback();
      if (state.failing) throw new Error('no rollback');
    },
  }));
  state.failing = true;
  await expect(writer.write([STREAM], (tx) => tx.put(flags, PLACE, flag('1')))).rejects.toThrow(
    'no rollback',
  );
  state.failing = false;
  await writer.write([STREAM], (tx) => tx.put(flags, PLACE, flag('2')));
  expect(await stored()).toEqual([{ id: '2' }]);
});

it('[PULL-4.1] the floor stays where pruning has set it, whatever is written in the same commit', async () => {
  const { database, writer } = await startWriter(() => ({}));
  for (const id of ['1', '2', '3'])
    await writer.write([STREAM], (tx) => tx.put(flags, PLACE, flag(id)));
  await writer.write([STREAM], (tx) => tx.remove(flags, PLACE, '1'));
  await Promise.all([
    pruneTombstones(writer, { ...PLACE, stream: STREAM }, 4),
    writer.write([STREAM], (tx) => tx.put(flags, PLACE, flag('4'))),
  ]);
  const [row] = await database.snapshot((sql) => sql.all('select * from streams'));
  expect([row && numberOf(row, 'head'), row && numberOf(row, 'floor')]).toEqual([5, 4]);
});

it('a write that asks for a transaction of its own shares it with no waiting write', async () => {
  const log: string[] = [];
  const { writer } = await startWriter(({ begin, commit }) => ({
    begin: () => {
      log.push('begin');
      return begin();
    },
    commit: () => {
      log.push('commit');
      return commit();
    },
  }));
  log.length = 0;
  const note = (name: string) => async () => void log.push(name);
  await Promise.all([
    writer.write([STREAM], note('one')),
    writer.write([STREAM], note('two')),
    writer.separate(note('apart')),
    writer.separate(note('apart too')),
    writer.write([STREAM], note('three')),
  ]);
  expect(log.join(' ')).toBe(
    'begin one two commit begin apart commit begin apart too commit begin three commit',
  );
});

it('[WRITE-2.1] with a database that is spread by organisation, a commit contains one organisation, and each stream keeps its order', async () => {
  const log: string[] = [];
  const { writer } = await startWriter(
    ({ begin, commit }) => ({
      begin: () => {
        log.push('(');
        return begin();
      },
      commit: () => {
        log.push(')');
        return commit();
      },
    }),
    true,
  );
  for (const org of ['2', '3']) await writer.write([], (tx) => tx.createStream(`org:${org}`, org));
  log.length = 0;
  const note = (name: string) => async () => void log.push(name);
  await Promise.all([
    writer.write(['org:1'], note('a1')),
    writer.write(['org:2', 'user:7'], note('b1')),
    writer.write([], note('x1')),
    writer.write(['org:1', 'user:9'], note('a2')),
    writer.write(['org:1', 'org:2'], note('ab')),
    writer.write([LIMITS], note('x2')),
    writer.session(['org:2'], note('b2')),
    writer.separate(note('apart')),
    writer.write([LIMITS, 'org:1'], note('a3')),
  ]);
  expect(log.join(' ')).toBe('( a1 a2 ) ( b1 b2 ) ( x1 ) ( ab ) ( x2 ) ( apart ) ( a3 )');
});

it('a write on a person’s stream without that of their organisation is an error', async () => {
  const { writer } = await startWriter(() => ({}));
  await expect(writer.write(['user:7'], () => Promise.resolve())).rejects.toThrow(
    /user:7 must name/,
  );
});

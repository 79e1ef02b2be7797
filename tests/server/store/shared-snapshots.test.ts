import { expect, it } from 'vitest';
import type { Database } from '../../../server/store/database.ts';
import { shareSnapshots } from '../../../server/store/shared-snapshots.ts';
import { numberOf } from '../../../server/store/sql.ts';
import { forEachDatabase } from '../../support/for-each-database.ts';

/** A table of one number, and a database that counts its snapshots. */
async function counted(database: Database) {
  const { writer } = database;
  const write = async (text: string) => {
    await writer.begin();
    await writer.run(text);
    await writer.commit();
  };
  await write('create table numbers (n integer)');
  await write('insert into numbers values (1)');
  const opened = { count: 0 };
  const snapshot: Database['snapshot'] = (work) => {
    opened.count += 1;
    return database.snapshot(work);
  };
  return { write, opened, snapshot };
}

forEachDatabase('shared snapshots', (open) => {
  it('serve concurrent readers with the state on disk at their call; later readers see later writes', async () => {
    const { write, opened, snapshot } = await counted(await open());
    const share = shareSnapshots({ snapshot });
    const look = () =>
      share(async (sql) => {
        const [row] = await sql.all('select n from numbers');
        return row && numberOf(row, 'n');
      });
    await write('update numbers set n = 2');
    expect(await Promise.all(Array.from({ length: 20 }, look))).toEqual(Array(20).fill(2));
    expect(opened.count).toBe(3);
    await write('update numbers set n = 3');
    expect(await look()).toBe(3);
    expect(opened.count).toBe(4);
  });

  it('isolate a reader whose read fails: it gets the error, and the others their rows', async () => {
    const { snapshot } = await counted(await open());
    const share = shareSnapshots({ snapshot });
    const found = await Promise.allSettled([
      share((sql) => sql.all('select n from numbers')),
      share((sql) => sql.all('select n from nowhere')),
      share(() => Promise.reject(new Error('No such place'))),
      share((sql) => sql.all('select n + 1 as n from numbers')),
    ]);
    expect(found.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'rejected',
      'fulfilled',
    ]);
    expect(found[1]).toMatchObject({ reason: { message: expect.stringContaining('nowhere') } });
    expect(found[2]).toMatchObject({ reason: { message: 'No such place' } });
    expect(found[3]).toMatchObject({ value: [{ n: 2 }] });
  });

  it('report to each reader that none can be opened', async () => {
    const share = shareSnapshots({ snapshot: () => Promise.reject(new Error('Gone')) });
    const found = await Promise.allSettled([
      share((sql) => sql.all('select 1')),
      share((sql) => sql.all('select 2')),
    ]);
    expect(found).toMatchObject([
      { status: 'rejected', reason: { message: 'Gone' } },
      { status: 'rejected', reason: { message: 'Gone' } },
    ]);
  });
});

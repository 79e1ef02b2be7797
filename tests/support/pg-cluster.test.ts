import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { postgresPrograms, startPgCluster } from './pg-cluster.ts';

const programs = postgresPrograms();
if (programs === undefined) console.warn('No PostgreSQL on this machine: its tests are skipped.');

describe.skipIf(programs === undefined)('a PostgreSQL of the tests', () => {
  const running: { stop: () => Promise<void> }[] = [];
  afterAll(async () => {
    for (const cluster of running) await cluster.stop();
  });

  it('keeps committed rows when all of its processes are killed', async () => {
    const cluster = await startPgCluster();
    running.push(cluster);
    const url = await cluster.createDatabase();
    await query(url, 'create table kept (n integer)');
    await query(url, 'insert into kept values (7)');
    await cluster.kill();
    await expect(query(url, 'select 1')).rejects.toThrow();
    await cluster.start();
    expect(await query(url, 'select n from kept')).toEqual([{ n: 7 }]);
  });
});

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const result = await client.query(sql);
  await client.end();
  return result.rows;
}

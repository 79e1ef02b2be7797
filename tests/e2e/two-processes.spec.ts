/**
 * Two server processes share one PostgreSQL: people connected to either see each other's changes at
 * once.
 */
import { type PgCluster, postgresPrograms, startPgCluster } from '../support/pg-cluster.ts';
import { type ServerProcess, startServer } from '../support/start-server.ts';
import { expectPill, signIn } from './support/app.ts';
import { addTask, openBoard, tile } from './support/board.ts';
import { foundOrganization, makeProject } from './support/organization.ts';
import { expect, test } from './support/scenario.ts';

const inCi = (process.env['CI'] ?? '') !== '';

test('a change through one process reaches a browser on the other, and one process may stop', async ({
  browser,
}) => {
  test.skip(postgresPrograms() === undefined && !inCi, 'There is no PostgreSQL on this machine');
  const cluster: PgCluster = await startPgCluster({ durable: false });
  const servers: ServerProcess[] = [];
  try {
    const databaseUrl = await cluster.createDatabase();
    const one = await startServer({ databaseUrl });
    servers.push(one);
    // The processes of an installation also share the folder of mails and files.
    const two = await startServer({ databaseUrl, dataDir: one.dataDir });
    servers.push(two);
    const { founder } = await foundOrganization(one, 'Ada Field');
    const project = await makeProject(founder, { cards: { 'To do': ['Survey'] } });

    const atOne = await browser.newPage({ baseURL: one.url });
    const atTwo = await browser.newPage({ baseURL: two.url });
    await signIn(atOne, founder.person);
    await signIn(atTwo, founder.person);
    await openBoard(atOne, project.path);
    await openBoard(atTwo, project.path);

    await addTask(atOne, 'To do', { name: 'Said at one', assignee: 'Ada Field' });
    await expect(tile(atTwo, 'Said at one')).toBeVisible();
    await addTask(atTwo, 'To do', { name: 'Said at two', assignee: 'Ada Field' });
    await expect(tile(atOne, 'Said at two')).toBeVisible();

    // A deployment replaces one process after the other; devices of the stopped one continue
    // locally and send later.
    expect(await two.terminate()).toBe(0);
    await addTask(atTwo, 'To do', { name: 'While two is away', assignee: 'Ada Field' });
    await two.start();
    await expectPill(atTwo, 'Up to date');
    await expect(tile(atOne, 'While two is away')).toBeVisible();
    await atOne.close();
    await atTwo.close();
  } finally {
    for (const server of servers.toReversed()) await server.stop();
    await cluster.stop();
  }
});

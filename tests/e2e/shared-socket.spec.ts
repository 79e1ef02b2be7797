/** Several tabs of a browser have one connection to the server, and each sees what arrives (PULL-10). */
import { type ServerProcess, startServer } from '../support/start-server.ts';
import { signIn } from './support/app.ts';
import { openBoard, tile } from './support/board.ts';
import { foundOrganization, makeProject, makeTask } from './support/organization.ts';
import { expect, test } from './support/scenario.ts';

const METRICS_TOKEN = 'metrics-of-this-scenario';

test('two tabs have one connection, and the second one takes over when the first is closed', async ({
  browser,
}) => {
  const server = await startServer({ env: { METRICS_TOKEN } });
  const context = await browser.newContext({ baseURL: server.url });
  try {
    const { founder } = await foundOrganization(server, 'Ada Field');
    const board = await makeProject(founder, { cards: { 'To do': ['Rope'] } });
    const addTask = (name: string) =>
      makeTask(founder, { project: board.id, card: board.cards['To do'] ?? '', name });

    const first = await context.newPage();
    await signIn(first, founder.person);
    await openBoard(first, board.path);
    await expect.poll(() => openSockets(server)).toBe(1);
    const second = await context.newPage();
    await openBoard(second, board.path);
    await addTask('Pegs');
    await expect(tile(first, 'Pegs')).toBeVisible();
    await expect(tile(second, 'Pegs')).toBeVisible();
    expect(await openSockets(server)).toBe(1);

    await first.close();
    await addTask('Lamp');
    await expect(tile(second, 'Lamp')).toBeVisible();
    await expect.poll(() => openSockets(server)).toBe(1);
    await addTask('Axe');
    await expect(tile(second, 'Axe')).toBeVisible();
  } finally {
    await context.close();
    await server.stop();
  }
});

async function openSockets(server: ServerProcess): Promise<number> {
  const reply = await fetch(new URL('/metrics', server.url), {
    headers: { authorization: `Bearer ${METRICS_TOKEN}` },
  });
  const line = /^cairn_sockets_open (?<count>\d+)$/mu.exec(await reply.text());
  return Number(line?.groups?.['count'] ?? Number.NaN);
}

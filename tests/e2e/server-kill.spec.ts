/** The server is killed while it applies a browser's push: nothing is lost or applied twice. */
import { expectPill } from './support/app.ts';
import { addTask, boardOnScreen, commentOn, signInToBoard } from './support/board.ts';
import { boardAtServer, makeProject } from './support/organization.ts';
import { expectOk, signInByRest } from './support/rest-peer.ts';
import { expect, test } from './support/scenario.ts';

test('kill -9 while changes arrive: after the restart each is applied once', async ({
  newDevice,
  organization,
  server,
}) => {
  test.slow();
  const { founder } = organization;
  const project = await makeProject(founder, { cards: { 'To do': ['Survey'] } });
  const { page, network } = await newDevice();
  await signInToBoard(page, founder.person, project.path);

  const expected = ['Survey'];
  // Any moment between reading the request and sending its response.
  for (const [round, afterMs] of [0, 3, 10, 30].entries()) {
    network.cut();
    for (const part of ['a', 'b']) {
      const name = `Load ${round}${part}`;
      await addTask(page, 'To do', { name, assignee: 'Ada Field' });
      expected.push(name);
    }
    await commentOn(page, `Load ${round}a`, `Said in round ${round}`);
    const killed = new Promise<void>((resolve) => {
      network.dropReplies({
        times: 1,
        matching: (text) => {
          if (!text.startsWith('POST /rest/sync/push')) return false;
          setTimeout(() => void server.kill().then(resolve), afterMs);
          return false;
        },
      });
    });
    // No action is needed: a visible tab tries again every few seconds.
    await killed;
    network.heal();
    await server.start();
    await expectPill(page, 'Up to date');
  }

  const peer = await signInByRest(server.url, founder.person);
  expect(await boardAtServer(peer, project.id)).toEqual([{ card: 'To do', tasks: expected }]);
  expect(await boardOnScreen(page)).toEqual([{ card: 'To do', tasks: expected }]);
  const [column] = (
    await expectOk(peer.get('project-card/details/lists/', { project: project.id }))
  ).body.data;
  for (const task of column.project_card_task.filter((one: { name: string }) =>
    one.name.endsWith('a'),
  )) {
    const comments = await expectOk(peer.get('comment/list/', { task__id: task.id }));
    expect(comments.body.data, task.name).toHaveLength(1);
  }
});

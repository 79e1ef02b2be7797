/** Two people and three tabs on one board with a failing network; after recovery all are equal. */
import type { Page } from '@playwright/test';
import type { FaultProxy } from '../support/fault-proxy.ts';
import { expectPill, openOutbox, signIn } from './support/app.ts';
import {
  addCard,
  addTask,
  boardOnScreen,
  closeTask,
  commentOn,
  complete,
  moveByMenu,
  openBoard,
  openTask,
  tile,
} from './support/board.ts';
import { boardAtServer, cardsOf, makeProject, type Project } from './support/organization.ts';
import { expectOk, type RestPeer } from './support/rest-peer.ts';
import { expect, test } from './support/scenario.ts';

const START = {
  'To do': ['Survey the ridge', 'Cut the gorse', 'Mark the ford'],
  Doing: ['Repair the stile'],
  Done: [],
};

test('a change of one person appears for the other without a reload', async ({
  newDevice,
  organization,
}) => {
  const { founder } = organization;
  const ben = await organization.addPerson('Ben Moor', 'Manager');
  const project = await makeProject(founder, { cards: START, members: [ben.person] });
  const [office, field] = [await newDevice(), await newDevice()];
  await signIn(office.page, founder.person);
  await signIn(field.page, ben.person);
  await openBoard(office.page, project.path);
  await openBoard(field.page, project.path);

  await addTask(office.page, 'To do', { name: 'Paint the signs', assignee: 'Ben Moor' });
  await expect(tile(field.page, 'Paint the signs')).toBeVisible();
  await moveByMenu(field.page, 'Paint the signs', 'Doing');
  await expect.poll(() => boardOnScreen(office.page)).toEqual(await boardOnScreen(field.page));
});

test('two people and three tabs equal the server within 10 s after every fault has healed', async ({
  newDevice,
  organization,
}) => {
  test.slow();
  const { founder } = organization;
  const ben = await organization.addPerson('Ben Moor', 'Manager');
  const project = await makeProject(founder, { cards: START, members: [ben.person] });
  const [office, field] = [await newDevice(), await newDevice()];
  const ada = office.page;
  await signIn(ada, founder.person);
  await signIn(field.page, ben.person);
  const adaToo = await office.newTab();
  const tabs = [ada, adaToo, field.page];
  for (const tab of tabs) await openBoard(tab, project.path);

  await test.step('the office is disconnected, the field is slow', async () => {
    office.network.cut();
    field.network.delay(150);
    await addTask(ada, 'To do', { name: 'Call the farmer', assignee: 'Ada Field' });
    await moveByMenu(adaToo, 'Survey the ridge', 'Doing');
    await moveByMenu(field.page, 'Survey the ridge', 'Done');
    await addTask(field.page, 'Doing', { name: 'Fetch the boat', assignee: 'Ben Moor' });
    await commentOn(field.page, 'Cut the gorse', 'Half of it is done');
  });

  await test.step('responses are lost', async () => {
    office.network.heal();
    loseVerdicts(office.network);
    loseVerdicts(field.network);
    await complete(ada, 'Cut the gorse');
    await commentOn(adaToo, 'Cut the gorse', 'Thank you');
    await addCard(adaToo, 'Next season');
    await moveByMenu(field.page, 'Mark the ford', 'Done');
    await expect.poll(() => office.network.counts().repliesDropped).toBeGreaterThan(0);
    await expect.poll(() => field.network.counts().repliesDropped).toBeGreaterThan(0);
  });

  await test.step('the office is refused, the field is in a dead spot', async () => {
    office.network.refuse();
    field.network.stall();
    await addTask(adaToo, 'To do', { name: 'Write to the council', assignee: 'Ben Moor' });
    await moveByMenu(ada, 'Repair the stile', 'Done');
    await addTask(field.page, 'To do', { name: 'Rope for the ford', assignee: 'Ada Field' });
    await commentOn(field.page, 'Repair the stile', 'It has a new step');
  });

  office.network.heal();
  field.network.heal();
  await allEqual(tabs, founder, project);

  const names = (await cardsOf(founder, project.id))
    .flatMap((card) => card.project_card_task)
    .map((task) => task.name);
  expect(names.toSorted(), 'each task once, none lost').toEqual(
    [
      ...Object.values(START).flat(),
      'Call the farmer',
      'Fetch the boat',
      'Write to the council',
      'Rope for the ford',
    ].toSorted(),
  );
  const comments = {
    'Cut the gorse': ['Half of it is done', 'Thank you'],
    'Repair the stile': ['It has a new step'],
  };
  for (const [task, words] of Object.entries(comments)) {
    expect(await commentsOn(founder, project, task)).toEqual(words);
    for (const tab of tabs) {
      const shown = (await openTask(tab, task)).locator('[data-comment]');
      await expect(shown.locator('p')).toHaveText(words);
      await closeTask(tab);
    }
  }
  await expect(await openOutbox(adaToo)).toContainText('Everything is saved on the server');
});

test('a comment written while every response is lost exists once for both', async ({
  newDevice,
  organization,
}) => {
  const { founder } = organization;
  const project = await makeProject(founder, { cards: START });
  const [office, field] = [await newDevice(), await newDevice()];
  await signIn(office.page, founder.person);
  await signIn(field.page, founder.person);
  await openBoard(office.page, project.path);
  await openBoard(field.page, project.path);

  loseVerdicts(field.network);
  await commentOn(field.page, 'Cut the gorse', 'Only once, please');
  await expect.poll(() => field.network.counts().repliesDropped).toBeGreaterThanOrEqual(2);
  field.network.heal();

  await expectPill(field.page, 'Up to date');
  const panel = await openTask(office.page, 'Cut the gorse');
  await expect(panel.getByText('Only once, please')).toHaveCount(1);
  expect(await commentsOn(founder, project, 'Cut the gorse')).toEqual(['Only once, please']);
});

/** The server applies pushes, and all responses are lost. */
function loseVerdicts(network: FaultProxy): void {
  network.dropReplies({ matching: (text) => text.startsWith('POST /rest/sync/push') });
}

async function allEqual(tabs: readonly Page[], peer: RestPeer, project: Project): Promise<void> {
  await expect(async () => {
    const server = await boardAtServer(peer, project.id);
    for (const tab of tabs) {
      await expectPill(tab, 'Up to date');
      expect(await boardOnScreen(tab)).toEqual(server);
    }
  }).toPass();
}

async function commentsOn(peer: RestPeer, project: Project, task: string) {
  const list = await expectOk(peer.get('comment/list/', { task__id: project.tasks[task] ?? '' }));
  return list.body.data.map((one: { comment: string }) => one.comment);
}

/** A rejected mutation keeps the person's text: to copy, to retry, to discard. */
import { expectPill, openOutbox } from './support/app.ts';
import {
  addTask,
  closeTask,
  comment,
  openTask,
  signInToBoard,
  taskPanel,
  tile,
} from './support/board.ts';
import {
  addMember,
  boardAtServer,
  makeProject,
  type Project,
  removeMember,
} from './support/organization.ts';
import { expectOk, type RestPeer } from './support/rest-peer.ts';
import { expect, test } from './support/scenario.ts';

const TEXT = 'The bridge is closed until Friday';

test('a rejected comment keeps its text: it is copied, and sent after the right is granted again', async ({
  newDevice,
  organization,
}) => {
  const { founder } = organization;
  const project = await makeProject(founder, { cards: { 'To do': ['Bridge'] } });
  const { page, network, context } = await newDevice();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signInToBoard(page, founder.person, project.path);
  network.cut();
  await comment(await openTask(page, 'Bridge'), TEXT);
  await removeMember(founder, project.id, founder.person);
  network.heal();
  await expectPill(page, '1 needs attention');

  await test.step('the task shows the reason and the text', async () => {
    const trouble = taskPanel(page, 'Bridge').getByRole('region', {
      name: 'A change was not accepted',
    });
    await expect(trouble).toContainText('Team Members only comment the tasks');
    await expect(trouble).toContainText(TEXT);
    await closeTask(page);
  });

  const outbox = await openOutbox(page);
  await test.step('the outbox shows the same and survives a reload', async () => {
    await page.reload();
    await expect(outbox).toContainText('Needs attention');
    await expect(outbox).toContainText('Team Members only comment the tasks');
    await expect(outbox).toContainText(TEXT);
    await outbox.getByRole('button', { name: 'Copy my text' }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(TEXT);
  });

  await test.step('a retry while the right is missing shows the reason, and nothing is lost', async () => {
    await outbox.getByRole('button', { name: 'Try again' }).click();
    const alert = page.getByRole('alertdialog');
    await expect(alert).toContainText('Team Members only comment the tasks');
    await alert.getByRole('button', { name: 'OK' }).click();
    await expect(outbox).toContainText(TEXT);
  });

  await addMember(founder, project.id, founder.person);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Members', exact: true }).click();
  const team = page.getByRole('dialog', { name: `Team of ${project.name}` });
  await expect(team.getByRole('listitem').filter({ hasText: 'Ada Field' })).toBeVisible();
  await openOutbox(page);
  await outbox.getByRole('button', { name: 'Try again' }).click();
  await expect(outbox).toContainText('Everything is saved on the server');
  await expectPill(page, 'Up to date');
  expect(await commentsAt(founder, project)).toEqual([TEXT]);
});

test("a rejected mutation is discarded only after a question, and the row then equals the server's", async ({
  newDevice,
  organization,
}) => {
  const { founder } = organization;
  const project = await makeProject(founder, { cards: { 'To do': ['Bridge'] } });
  const { page, network } = await newDevice();
  await signInToBoard(page, founder.person, project.path);
  network.cut();
  await comment(await openTask(page, 'Bridge'), TEXT);
  await removeMember(founder, project.id, founder.person);
  network.heal();
  await expectPill(page, '1 needs attention');
  const outbox = await openOutbox(page);
  await outbox.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(outbox).toContainText(TEXT);
  await outbox.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await expect(outbox).toContainText('Everything is saved on the server');
  await expect(outbox).toBeFocused();
  await page.keyboard.press('Escape');
  await expect((await openTask(page, 'Bridge')).getByText('No comments yet...')).toBeVisible();
  expect(await commentsAt(founder, project)).toEqual([]);
});

test('a person who was removed from a project while offline keeps their text', async ({
  newDevice,
  organization,
}) => {
  const { founder } = organization;
  const { person } = await organization.addPerson('Mia Stone', 'Member');
  const project = await makeProject(founder, {
    cards: { 'To do': ['Bridge'] },
    members: [person],
  });
  const { page, network } = await newDevice();
  await signInToBoard(page, person, project.path);
  network.cut();
  await addTask(page, 'To do', {
    name: 'Count the planks',
    assignee: 'Mia Stone',
    description: 'Both sides of the river',
  });
  await comment(await openTask(page, 'Count the planks'), TEXT);
  await removeMember(founder, project.id, person);
  network.heal();
  await expectPill(page, /need/);

  await expect(page.getByRole('main')).toContainText('You no longer have access to "Ridge trail"');
  const outbox = await openOutbox(page);
  await expect(outbox).toContainText('Count the planks');
  await expect(outbox).toContainText('Both sides of the river');
  // No row of the project is on the device any more.
  await expect(outbox).toContainText('Count the planks · Ridge trail');
  await expect(outbox).toContainText(TEXT);
  expect(await boardAtServer(founder, project.id)).toEqual([{ card: 'To do', tasks: ['Bridge'] }]);

  await test.step('after the person is a member again, a retry sends it to the server', async () => {
    await addMember(founder, project.id, person);
    await page.goto(project.path);
    await expect(tile(page, 'Bridge')).toBeVisible();
    const rejected = await openOutbox(page);
    await rejected.getByRole('button', { name: 'Try again' }).first().click();
    await expect(rejected).toContainText('Everything is saved on the server');
    expect(await boardAtServer(founder, project.id)).toEqual([
      { card: 'To do', tasks: ['Bridge', 'Count the planks'] },
    ]);
  });
});

async function commentsAt(peer: RestPeer, project: Project): Promise<readonly string[]> {
  const list = await expectOk(
    peer.get('comment/list/', { task__id: project.tasks['Bridge'] ?? '' }),
  );
  return list.body.data.map((one: { comment: string }) => one.comment);
}

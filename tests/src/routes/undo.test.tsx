/** Messages of an Undo that reverts nothing, or a part of the change. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { cardArchive } from '../../../model/mutations/card/card-archive.ts';
import { taskArchive } from '../../../model/mutations/task/task-archive.ts';
import { taskCompleteEmployee } from '../../../model/mutations/task/task-complete-employee.ts';
import { taskEdit } from '../../../model/mutations/task/task-edit.ts';
import { open } from './support/app.tsx';
import { boardAfterSync, boardOnScreen, expectBoard, tick, tile, toggle } from './support/board.ts';
import { rejoinFormer, signInDevice } from './support/device.ts';
import { createOrganization, type Organization } from './support/organization.ts';
import { button, drawn, focus, gone, press, see, step } from './support/screen.ts';

const UNDONE = 'Undone:';
const alert = page.getByRole('alertdialog');
const nameOf = (name: string) => page.getByRole('button', { name, exact: true });

test('Undo concerns the organisation on the screen, and waits for the former one', async () => {
  const organization = await createOrganization();
  const project = await organization.makeProject({ cards: { 'To do': ['Rope'] } });
  const other = await createOrganization('Fells');
  const { path } = await other.makeProject({ name: 'Bothy', cards: { 'To do': ['Stove'] } });
  await signInDevice(other, { ...organization.founder, orgUserId: other.founder.orgUserId });
  const device = await open(organization, project.path);
  await rejoinFormer();
  const rail = page.getByRole('navigation', { name: 'Organisations' });
  await press('p', nameOf('Rope'));
  await see(page.getByRole('option', { name: 'High' }));
  await press('1');
  await see(button('Undo'));
  await button(/ Fells$/, rail).click();
  await gone(button('Undo'));
  await page.getByRole('link', { name: 'Bothy' }).first().click();
  await see(tile('Stove'));
  expect(location.pathname).toBe(path);
  await press('Control+z');
  await drawn();
  await button(/ Paths$/, rail).click();
  await page.getByRole('link', { name: 'Ridge trail' }).first().click();
  await see(tile('Rope'));
  expect(await device.outbox()).toHaveLength(1);
  await press('Control+z');
  await see(page.getByText(UNDONE));
});

test('the undo of a move into an archived column is refused, or made for the other tasks, and says so', async () => {
  const organization = await createOrganization();
  const project = await organization.makeProject({
    cards: { 'To do': ['Rope'], Later: ['Pegs'], Doing: [] },
  });
  const device = await open(organization, project.path);

  await step('moved together', async () => {
    await focus(nameOf('Rope'));
    await press('x');
    await press('x', nameOf('Pegs'));
    const bar = page.getByRole('toolbar', { name: 'Selected tasks' });
    await press('Enter', bar.getByRole('button', { name: 'Move' }));
    await press('Enter', page.getByRole('menuitem', { name: 'Doing' }));
    // In either order: each was the first of its column.
    const inDoing = () => boardOnScreen().at(-1)?.tasks.toSorted();
    await expect.poll(inDoing).toEqual(['Pegs', 'Rope']);
    await gone(bar);
  });

  await step('one of their columns is archived by somebody else: its task stays', async () => {
    await archive(organization, project.cards['Later']);
    await device.receive();
    await press('Control+z');
    await see(
      page.getByText('Undone: 1 task moved to Doing. 1 left out: This card has been archived'),
    );
    await expectBoard([
      { card: 'To do', tasks: ['Rope'] },
      { card: 'Doing', tasks: ['Pegs'] },
    ]);
  });

  await step('all of their columns: only the reason is shown', async () => {
    await focus(nameOf('Rope'));
    await press('x');
    const bar = page.getByRole('toolbar', { name: 'Selected tasks' });
    await press('Enter', bar.getByRole('button', { name: 'Move' }));
    await press('Enter', page.getByRole('menuitem', { name: 'Doing' }));
    await expect.poll(() => boardOnScreen().at(-1)?.tasks).toHaveLength(2);
    await archive(organization, project.cards['To do']);
    await device.receive();
    await gone(page.getByText(UNDONE));
    const hasShown = watchFor(UNDONE);
    await press('Control+z');
    await see(alert.getByText('This card has been archived'));
    await alert.getByRole('button', { name: 'OK' }).click();
    await gone(alert);
    expect(hasShown()).toBe(false);
    expect(boardOnScreen()).toEqual([{ card: 'Doing', tasks: ['Pegs', 'Rope'] }]);
  });
});

for (const [item, done] of [
  ['Archive', 'unarchived'],
  ['Delete', 'restored'],
]) {
  test(`the undo of "${item}" shows the task, also when its column has been archived since`, async () => {
    const organization = await createOrganization();
    const project = await organization.makeProject({ cards: { 'To do': ['Rope'], Doing: [] } });
    const device = await open(organization, project.path);
    const tasksHere = () => boardOnScreen().flatMap(({ tasks }) => tasks);

    await step('the task moves to the first column', async () => {
      await tile('Rope').hover();
      await page.getByRole('button', { name: 'Actions for Rope' }).click();
      await page.getByRole('menuitem', { name: item }).click();
      if (item === 'Delete') {
        await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
      }
      await expect.poll(tasksHere).toEqual([]);
      await archive(organization, project.cards['To do']);
      await device.receive();
      await press('Control+z');
      await see(page.getByText(`Task ${done} in “Doing”, because its own card is archived`));
      await expectBoard([{ card: 'Doing', tasks: ['Rope'] }]);
    });
  });
}

test('the undo of archiving several tasks shows each of them, also those whose column has been archived since', async () => {
  const organization = await createOrganization();
  const project = await organization.makeProject({
    cards: { 'To do': ['Rope'], Later: ['Pegs'], Doing: [] },
  });
  const device = await open(organization, project.path);
  const tasksHere = () => boardOnScreen().flatMap(({ tasks }) => tasks);
  const archiveBoth = async () => {
    await focus(nameOf('Rope'));
    await press('x');
    await press('x', nameOf('Pegs'));
    const bar = page.getByRole('toolbar', { name: 'Selected tasks' });
    await press('Enter', bar.getByRole('button', { name: 'Archive' }));
    await expect.poll(tasksHere).toEqual([]);
    await gone(bar);
  };

  await step('one of them moves to the first column', async () => {
    await archiveBoth();
    await archive(organization, project.cards['To do']);
    await device.receive();
    await press('Control+z');
    await see(
      page.getByText(
        'Undone: 2 tasks archived. 1 of them is in “Later” now, because its own card is archived',
      ),
    );
    const shown = [
      { card: 'Later', tasks: ['Pegs', 'Rope'] },
      { card: 'Doing', tasks: [] },
    ];
    await expectBoard(shown);
    expect(await boardAfterSync(device, project.id)).toEqual(shown);
  });

  await step('both of them, in the order that they had', async () => {
    await archiveBoth();
    await archive(organization, project.cards['Later']);
    await device.receive();
    await press('Control+z');
    await expectBoard([{ card: 'Doing', tasks: ['Pegs', 'Rope'] }]);
  });

  await step('a board without a column keeps them archived, and says why', async () => {
    await archiveBoth();
    await archive(organization, project.cards['Doing']);
    await device.receive();
    await gone(page.getByText(UNDONE));
    await press('Control+z');
    await see(alert.getByText('This card has been archived'));
    await alert.getByRole('button', { name: 'OK' }).click();
    await gone(alert);
  });
});

test('the undo of an untick waits for the remark that the task asks for', async () => {
  const organization = await createOrganization();
  const mia = organization.addPerson('Mia Stone', 'Member');
  const project = await organization.makeProject({ cards: { 'To do': [] }, members: [mia] });
  const id = await organization.makeTask({
    project: project.id,
    card: project.cards['To do'] ?? '',
    name: 'Gate',
    assignee: mia,
  });
  await organization.apply(taskEdit, { id, asks: ['remark'] });
  const at = new Date().toISOString();
  await organization.apply(
    taskCompleteEmployee,
    { id, done: true, at, answer: { remark: 'Oiled' } },
    mia,
  );
  await open(organization, project.path, mia);
  await toggle('Gate');
  await expect.element(tick('Gate')).not.toBeChecked();

  const dialog = page.getByRole('dialog', { name: 'Mark as done' });
  const hasShown = watchFor(UNDONE);
  for (const time of ['once', 'and again after Cancel']) {
    await step(time, async () => {
      await press('Control+z', nameOf('Gate'));
      await see(dialog);
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await gone(dialog);
      await expect.element(tick('Gate')).not.toBeChecked();
    });
  }
  expect(hasShown()).toBe(false);
});

test('an archived task that asks for a remark is marked as done by its checkbox', async () => {
  const organization = await createOrganization();
  const project = await organization.makeProject({ cards: { 'To do': ['Gate'] } });
  const id = project.tasks['Gate'] ?? '';
  await organization.apply(taskEdit, { id, asks: ['remark'] });
  await organization.apply(taskArchive, { id, status: false });
  const device = await open(organization, `${project.path}?task=${id}`);
  await page.getByRole('checkbox', { name: 'Completed by Employee' }).click();
  const dialog = page.getByRole('dialog', { name: 'Mark as done' });
  await dialog.getByRole('textbox', { name: 'Remark' }).fill('Oiled');
  await dialog.getByRole('button', { name: 'Mark as done' }).click();
  await gone(dialog);
  await expect.element(page.getByRole('checkbox', { name: 'Completed by Employee' })).toBeChecked();
  expect(await device.outbox()).toEqual(['task-complete-employee']);
});

/** From now on; returns whether the text has been on the screen, however shortly. */
function watchFor(text: string): () => boolean {
  let isShown = false;
  const observer = new MutationObserver(() => {
    isShown ||= document.body.textContent.includes(text);
  });
  observer.observe(document.body, { childList: true, subtree: true, characterData: true });
  return () => isShown;
}

async function archive(organization: Organization, id = ''): Promise<void> {
  await organization.apply(cardArchive, { id, status: false });
}

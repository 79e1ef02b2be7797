/** The view parameters of a board are in its address; labels group tasks across cards. */
import type { Page } from '@playwright/test';
import { choose } from './support/app.ts';
import { openTask, signInToBoard, tile } from './support/board.ts';
import { cardsOf, makeProject, makeTask } from './support/organization.ts';
import type { RestPeer } from './support/rest-peer.ts';
import { expect, test } from './support/scenario.ts';

test('a filter by words, person, label and date is part of the link, and one click clears it', async ({
  newDevice,
  organization,
}) => {
  const { founder } = organization;
  const mia = await organization.addPerson('Mia Stone', 'Member');
  const project = await makeProject(founder, {
    cards: { 'To do': ['Rope', 'Pegs'] },
    members: [mia.person],
  });
  const card = project.cards['To do'] ?? '';
  const late = { project: project.id, card, name: 'Late rope', end_date: '2020-01-01' };
  await makeTask(founder, { ...late, assignee: mia.person });
  const { page } = await newDevice();
  await signInToBoard(page, founder.person, project.path);

  await test.step('a label is created in the field that selects it', async () => {
    const panel = await openTask(page, 'Pegs');
    await panel.getByLabel('Label', { exact: true }).fill('Camp');
    await page.getByRole('option', { name: 'Add “Camp”' }).click();
    await page.getByRole('button', { name: 'Close task' }).click();
    await expect(tile(page, 'Pegs')).toContainText('Camp');
  });

  await test.step('words, then a person', async () => {
    await page.getByLabel('Find a task on this board').fill('ROPE');
    await expect(tile(page, 'Pegs')).toHaveCount(0);
    await expect(tile(page, 'Rope')).toBeVisible();
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await choose(page, 'Person', 'Mia Stone');
    await expect(tile(page, 'Rope')).toHaveCount(0);
    await expect(tile(page, 'Late rope')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByText('Shown: “ROPE”, Mia Stone')).toBeVisible();
  });

  await test.step('a reload and a link show the same, a click shows everything', async () => {
    await page.reload();
    await expect(tile(page, 'Late rope')).toBeVisible();
    await expect(tile(page, 'Rope')).toHaveCount(0);
    await page.getByRole('button', { name: 'Show everything' }).click();
    await expect(tile(page, 'Pegs')).toBeVisible();
    expect(new URL(page.url()).search).toBe('');
    await page.goto(`${project.path}?due=overdue`);
    await expect(tile(page, 'Late rope')).toBeVisible();
    await expect(tile(page, 'Pegs')).toHaveCount(0);
  });

  const names = page.getByRole('table').locator('[data-task-name]');
  await test.step('a list shows the filtered tasks, sorted by a heading; filter and order are in the link', async () => {
    await page.getByRole('button', { name: 'List view' }).click();
    await expect(names).toHaveText(['Late rope']);
    await page.getByRole('button', { name: 'Show everything' }).click();
    await expect(names).toHaveText(['Rope', 'Pegs', 'Late rope']);
    await page.getByRole('button', { name: 'Due', exact: true }).click();
    await expect(names.first()).toHaveText('Late rope');
    await page.getByRole('button', { name: 'Task', exact: true }).click();
    await expect(names).toHaveText(['Late rope', 'Pegs', 'Rope']);
    await page.reload();
    await expect(names).toHaveText(['Late rope', 'Pegs', 'Rope']);
    await page.getByRole('button', { name: 'Pegs', exact: true }).click();
    await expect(page.getByRole('dialog', { name: 'Pegs' })).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('in the calendar a task moves to another day by keys and by mouse, and Undo reverts it', async () => {
    await page.goto(`${project.path}?view=calendar&month=2020-01`);
    const day = (date: string) => page.locator(`[data-day="2020-01-${date}"]`);
    const chip = page.getByRole('button', { name: /^Late rope/ });
    await chip.focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowRight');
    await expect(day('02').getByRole('button', { name: /^Late rope/ })).toBeFocused();
    await page.keyboard.press('Space');
    await expect.poll(() => dueAtServer(founder, project.id)).toBe('2020-01-02');
    await page.keyboard.press('ControlOrMeta+z');
    await expect(day('01').getByRole('button', { name: /^Late rope/ })).toBeFocused();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Space');
    await expect.poll(() => dueAtServer(founder, project.id)).toBe('2020-01-02');
    await chip.dragTo(day('15'), { steps: 6 });
    await expect.poll(() => dueAtServer(founder, project.id)).toBe('2020-01-15');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(day('02').getByRole('button', { name: /^Late rope/ })).toBeVisible();
    await expect.poll(() => dueAtServer(founder, project.id)).toBe('2020-01-02');
  });

  const messages = page.getByRole('region', { name: 'Messages' });
  const show = messages.getByRole('button', { name: 'Show' });
  await test.step('a task moved out of the calendar or the filter is reported with its place and can be shown', async () => {
    await page.getByRole('button', { name: /^Late rope/ }).click();
    await editTask(page, { 'End date': '2020-03-05' });
    await expect(messages).toContainText('“Late rope” is in “To do”, due in March 2020.');
    await show.click();
    await expect(page.getByRole('heading', { name: 'March 2020' })).toBeVisible();
    await expect(page.getByRole('button', { name: /^Late rope/ })).toBeFocused();

    await page.goto(`${project.path}?q=pegs&view=list`);
    await page.getByRole('button', { name: 'Pegs', exact: true }).click();
    await editTask(page, { 'Task name': 'Poles' });
    await expect(messages).toContainText('“Poles” is in “To do”, hidden by the filter.');
    await show.click();
    await expect(page.getByRole('button', { name: 'Poles', exact: true })).toBeFocused();
    await expect(names).toHaveCount(3);
  });

  await test.step('an added task that the filter hides is reported with its place; Show brings it into view', async () => {
    await page.goto(`${project.path}?due=overdue`);
    await page.getByRole('button', { name: 'Add task to To do' }).click();
    const form = page.getByRole('dialog', { name: 'Add Task' });
    await form.getByLabel('Task name').fill('New stakes');
    await choose(form, 'Priority', 'Medium');
    await choose(form, 'Assign to', 'Ada Field');
    await form.getByRole('button', { name: 'Add to To do' }).click();
    await expect(messages).toContainText('“New stakes” is in “To do”, hidden by the filter.');
    await expect(tile(page, 'New stakes')).toHaveCount(0);
    await show.click();
    await expect(page.getByRole('button', { name: 'New stakes', exact: true })).toBeFocused();
    expect(new URL(page.url()).search).toBe('');
  });
});

/** Edits fields of the open task in its form, as its creator. */
async function editTask(page: Page, fields: Readonly<Record<string, string>>): Promise<void> {
  await page.getByRole('button', { name: 'Edit task' }).click();
  const form = page.getByRole('dialog', { name: 'Update Task' });
  await form.getByLabel('Description').fill('By the ford');
  for (const [label, text] of Object.entries(fields)) await form.getByLabel(label).fill(text);
  await form.getByRole('button', { name: 'Update task' }).click();
  await expect(form).toBeHidden();
}

/** Due date of the task "Late rope" on the server. */
async function dueAtServer(peer: RestPeer, project: string): Promise<string | null | undefined> {
  const tasks = (await cardsOf(peer, project)).flatMap((card) => card.project_card_task);
  return tasks.find(({ name }) => name === 'Late rope')?.end_date;
}

/** What of a board is shown, and how, stands in the address; labels group tasks across cards. */
import { choose, signIn } from './support/app.ts';
import { openBoard, openTask, tile } from './support/board.ts';
import { cardsOf, makeProject, makeTask } from './support/organization.ts';
import type { RestPeer } from './support/rest-peer.ts';
import { expect, test } from './support/story.ts';

test('a filter by words, person, label and date is in the link, and everything comes back at a click', async ({
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
  await signIn(page, founder.person);
  await openBoard(page, project.path);

  await test.step('a label is made where it is chosen', async () => {
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
  await test.step('a list shows what the filter lets through, sorted by a heading; both are in the link', async () => {
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

  await test.step('in the calendar a task goes to another day by keys and by mouse, and Undo takes it back', async () => {
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
});

/** When Late rope is due by the server. */
async function dueAtServer(peer: RestPeer, project: string): Promise<string | null | undefined> {
  const tasks = (await cardsOf(peer, project)).flatMap((card) => card.project_card_task);
  return tasks.find(({ name }) => name === 'Late rope')?.end_date;
}

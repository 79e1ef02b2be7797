/** What of a board is shown stands in the address; labels group tasks across cards. */
import { choose, signIn } from './support/app.ts';
import { openBoard, openTask, tile } from './support/board.ts';
import { makeProject, makeTask } from './support/organization.ts';
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
});

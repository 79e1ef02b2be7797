/** Life cycle of cards, tasks and comments, with undo. */
import { choose, expectPill, signIn } from './support/app.ts';
import {
  boardOnScreen,
  column,
  comment,
  openBoard,
  openTask,
  signInToBoard,
  taskPanel,
  tile,
  toggle,
} from './support/board.ts';
import { boardAtServer, makeProject } from './support/organization.ts';
import { expectOk } from './support/rest-peer.ts';
import { expect, test } from './support/scenario.ts';

test('a task is archived, restored by Undo, archived again and unarchived from the panel', async ({
  newDevice,
  organization,
}) => {
  const { founder } = organization;
  const project = await makeProject(founder, { cards: { 'To do': ['Rope', 'Pegs'] } });
  const { page } = await newDevice();
  await signInToBoard(page, founder.person, project.path);
  const archive = async () => {
    await tile(page, 'Rope').hover();
    await page.getByRole('button', { name: 'Actions for Rope' }).click();
    await page.getByRole('menuitem', { name: 'Archive' }).click();
    await expect(tile(page, 'Rope')).toHaveCount(0);
  };
  await archive();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect
    .poll(() => boardOnScreen(page))
    .toEqual([{ card: 'To do', tasks: ['Rope', 'Pegs'] }]);
  await archive();
  await page.getByRole('button', { name: 'Board menu' }).click();
  await page.getByRole('menuitem', { name: 'Archived Tasks' }).click();
  const panel = page.getByRole('dialog', { name: 'Archived Tasks' });
  await expect(panel).toContainText('No description provided');
  await panel.getByRole('button', { name: 'Unarchive Rope' }).click();
  await expect(page.getByText('Task successfully unarchived')).toBeVisible();
  await page.keyboard.press('Escape');
  await expectPill(page, 'Up to date');
  const shown = [{ card: 'To do', tasks: ['Rope', 'Pegs'] }];
  expect(await boardOnScreen(page)).toEqual(shown);
  expect(await boardAtServer(founder, project.id)).toEqual(shown);
});

test('a card is renamed, moved and archived with its tasks, and restored completely', async ({
  newDevice,
  organization,
}) => {
  const { founder } = organization;
  const project = await makeProject(founder, { cards: { 'To do': ['Rope', 'Pegs'], Done: [] } });
  const { page } = await newDevice();
  await signInToBoard(page, founder.person, project.path);

  await column(page, 'To do').hover();
  await page.getByRole('button', { name: 'Rename To do' }).click();
  const name = page.getByLabel('Card name');
  await name.fill('x');
  await expect(page.getByRole('button', { name: 'Save' })).toHaveCount(0);
  await name.fill('Next');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: 'Rename Next' })).toBeFocused();
  await page.getByRole('button', { name: 'Actions for card Next' }).click();
  await page.getByRole('menuitem', { name: 'Move right' }).click();
  await expect
    .poll(() => boardOnScreen(page))
    .toEqual([
      { card: 'Done', tasks: [] },
      { card: 'Next', tasks: ['Rope', 'Pegs'] },
    ]);
  await page.getByRole('button', { name: 'Actions for card Next' }).click();
  await page.getByRole('menuitem', { name: 'Archive' }).click();
  await expect(column(page, 'Next')).toHaveCount(0);
  await page.getByRole('button', { name: 'Board menu' }).click();
  await page.getByRole('menuitem', { name: 'Archived Cards' }).click();
  const panel = page.getByRole('dialog', { name: 'Archived Cards' });
  await expect(panel).toContainText('(2 tasks)');
  await panel.getByRole('button', { name: 'Unarchive Next' }).click();
  await expect(column(page, 'Next').getByRole('article')).toHaveCount(2);
  await expectPill(page, 'Up to date');
  expect(await boardAtServer(founder, project.id)).toEqual(await boardOnScreen(page));
});

test('names of 100 characters are refused in the form, 99 are accepted; an emoji counts as one', async ({
  newDevice,
  organization,
}) => {
  const { founder } = organization;
  const project = await makeProject(founder, { cards: { 'To do': [] } });
  const { page } = await newDevice();
  await signInToBoard(page, founder.person, project.path);
  await page.getByRole('button', { name: 'Add task to To do' }).click();
  const form = page.getByRole('dialog', { name: 'Add Task' });
  const submit = form.getByRole('button', { name: 'Add to To do' });
  await form.getByLabel('Task name').fill('🪨'.repeat(100));
  await expect(form).toContainText('Task name should not exceed more than 100 characters !!');
  await expect(submit).toBeDisabled();
  await form.getByLabel('Task name').fill('🪨'.repeat(99));
  await submit.click();
  await expect(form).toContainText('Priority is required');
  await expect(form).toContainText('Assign to is required');
  await choose(form, 'Priority', 'High');
  await choose(form, 'Assign to', 'Ada Field');
  await submit.click();
  await expect(tile(page, '🪨'.repeat(99))).toBeVisible();
  await expectPill(page, 'Up to date');
});

test('a task with several assignees is complete when each of them has ticked it', async ({
  newDevice,
  organization,
}) => {
  const { founder } = organization;
  const mia = await organization.addPerson('Mia Stone', 'Member');
  const project = await makeProject(founder, { cards: { 'To do': [] }, members: [mia.person] });
  const [office, field] = [await newDevice(), await newDevice()];
  await signIn(office.page, founder.person);
  await signIn(field.page, mia.person);
  await openBoard(office.page, project.path);
  await openBoard(field.page, project.path);
  await office.page.getByRole('button', { name: 'Actions for card To do' }).click();
  await office.page.getByRole('menuitem', { name: 'Multi User Task' }).click();
  const form = office.page.getByRole('dialog', { name: 'Add Task to Multi User' });
  await form.getByLabel('Task name').fill('Carry the beam');
  await choose(form, 'Priority', 'High');
  await choose(form, 'Assign to', 'Ada Field');
  await office.page.getByRole('option', { name: 'Mia Stone' }).click();
  await office.page.keyboard.press('Escape');
  await form.getByRole('button', { name: 'Add to To do' }).click();
  await expect(tile(field.page, 'Carry the beam')).toBeVisible();

  await toggle(field.page, 'Carry the beam');
  const panel = await openTask(office.page, 'Carry the beam');
  await expect(panel).toContainText('1 of 2 have ticked');
  await panel.getByLabel('Completed by Employee').click();
  await expect(panel).toContainText('2 of 2 have ticked');
  await panel.getByLabel('Completed', { exact: true }).click();
  await expect(
    tile(field.page, 'Carry the beam').getByText(/accepted by Ada Field/),
  ).toBeAttached();
  await expectPill(office.page, 'Up to date');
  expect(await boardAtServer(founder, project.id)).toEqual([
    { card: 'To do', tasks: ['✓ Carry the beam'] },
  ]);
});

test('a comment is edited and deleted by its author; the other person sees a placeholder', async ({
  newDevice,
  organization,
}) => {
  const { founder } = organization;
  const mia = await organization.addPerson('Mia Stone', 'Member');
  const project = await makeProject(founder, {
    cards: { 'To do': ['Rope'] },
    members: [mia.person],
  });
  const [office, field] = [await newDevice(), await newDevice()];
  await signIn(office.page, founder.person);
  await signIn(field.page, mia.person);
  await openBoard(office.page, project.path);
  await openBoard(field.page, project.path);
  const mine = await openTask(office.page, 'Rope');
  const theirs = await openTask(field.page, 'Rope');
  await comment(mine, 'Ten metres, see http://gauge.example/ford');
  const other = theirs.getByRole('listitem');
  await expect(other).toContainText('Ten metres');
  const link = other.getByRole('link', { name: 'http://gauge.example/ford', exact: true });
  await expect(link).toHaveAttribute('href', 'http://gauge.example/ford');
  await other.getByRole('button', { name: 'Actions for this comment' }).click();
  await expect(field.page.getByRole('menuitem', { name: 'Copy link' })).toBeVisible();
  await expect(field.page.getByRole('menuitem', { name: 'Edit' })).toHaveCount(0);
  await field.page.keyboard.press('Escape');

  await mine.getByRole('button', { name: 'Actions for this comment' }).click();
  await office.page.getByRole('menuitem', { name: 'Edit' }).click();
  await mine.getByLabel('Edit comment').fill(' Ten metres, see http://gauge.example/ford ');
  // Spaces alone need no question.
  await mine.getByRole('button', { name: 'Cancel' }).click();
  await mine.getByRole('button', { name: 'Actions for this comment' }).click();
  await office.page.getByRole('menuitem', { name: 'Edit' }).click();
  await mine.getByLabel('Edit comment').fill('Twenty metres');
  await mine.getByRole('button', { name: 'Save' }).click();
  await expect(other).toContainText('Twenty metres');
  await expect(other).toContainText('edited');
  await mine.getByRole('button', { name: 'Actions for this comment' }).click();
  await office.page.getByRole('menuitem', { name: 'Delete' }).click();
  await office.page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(other).toContainText('This message was deleted');
  await expect(other).not.toContainText('Twenty metres');
  await expectPill(office.page, 'Up to date');
  const list = await expectOk(
    founder.get('comment/list/', { task__id: project.tasks['Rope'] ?? '' }),
  );
  expect(list.body.data[0]).toMatchObject({ deleted: true });
  await expect(taskPanel(office.page, 'Rope')).toContainText('This message was deleted');

  // The activity names the comment by its task: its text is deleted, and an id means nothing to a
  // person.
  await office.page.goto('/organization-info?tab=activity');
  const changes = office.page.getByRole('list', { name: 'Changes, newest first' });
  await expect(changes.getByRole('listitem').first()).toContainText(
    'changed the comment on “Rope”',
  );
  await expect(changes).not.toContainText(/[0-9a-f]{8}-[0-9a-f]{4}-/);
});

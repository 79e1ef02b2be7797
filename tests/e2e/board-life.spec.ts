/** Life cycle of cards, tasks and comments, with undo. */
import { choose, expectPill, signIn } from './support/app.ts';
import { comment, openBoard, openTask, taskPanel, tile, toggle } from './support/board.ts';
import { boardAtServer, makeProject } from './support/organization.ts';
import { expectOk } from './support/rest-peer.ts';
import { expect, test } from './support/scenario.ts';

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
  const other = theirs.locator('[data-comment]');
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

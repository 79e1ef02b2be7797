/** The author of a task and a comment sees whose devices have them; an offline device has nothing yet. */
import { expectPill, signIn } from './support/app.ts';
import { comment, openBoard, openTask, taskPanel } from './support/board.ts';
import { makeProject } from './support/organization.ts';
import { expect, test } from './support/scenario.ts';

/** A report within 10 s and a request within 15 s, on a loaded machine. */
const REPORTED = { timeout: 60_000 };

test('a comment is at the server, and on the device of a colleague once that is online again', async ({
  newDevice,
  organization,
}) => {
  const { founder } = organization;
  const ben = await organization.addPerson('Ben Moor', 'Manager');
  const project = await makeProject(founder, {
    cards: { 'To do': ['Mark the ford'] },
    members: [ben.person],
  });
  const [field, office] = [await newDevice(), await newDevice()];
  await signIn(field.page, ben.person);
  await openBoard(field.page, project.path);
  await expectPill(field.page, 'Up to date');
  await signIn(office.page, founder.person);
  await openBoard(office.page, project.path);
  await openTask(office.page, 'Mark the ford');
  const panel = taskPanel(office.page, 'Mark the ford');
  await expect(panel.getByRole('button', { name: "On Ben Moor's device" }).first()).toBeVisible(
    REPORTED,
  );

  field.network.cut();
  await comment(panel, 'The stakes are in the hut');
  const sent = panel.getByRole('listitem').filter({ hasText: 'The stakes are in the hut' });
  await sent.getByRole('button', { name: 'At the server' }).click();
  const people = office.page.getByRole('dialog', { name: 'Who has received this comment' });
  await expect(people.getByRole('list', { name: 'Not yet on a device of' })).toContainText(
    'Ben Moor',
  );
  await office.page.keyboard.press('Escape');
  await expect(people).toHaveCount(0);

  field.network.heal();
  await expect(sent.getByRole('button', { name: "On Ben Moor's device" })).toBeVisible(REPORTED);
  await sent.getByRole('button', { name: "On Ben Moor's device" }).click();
  await expect(people.getByRole('list', { name: 'On a device of' })).toContainText('Ben Moor');
});

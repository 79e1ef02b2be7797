/** The author of a task and a comment sees whose devices have them and who has seen them; an offline device has nothing yet. */
import type { Page } from '@playwright/test';
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
  await expect(
    people.getByRole('list', { name: 'At the server, not on a device yet of' }),
  ).toContainText('Ben Moor');
  await office.page.keyboard.press('Escape');
  await expect(people).toHaveCount(0);

  field.network.heal();
  await expect(sent.getByRole('button', { name: "On Ben Moor's device" })).toBeVisible(REPORTED);
  await sent.getByRole('button', { name: "On Ben Moor's device" }).click();
  await expect(people.getByRole('list', { name: 'On a device of' })).toContainText('Ben Moor');
});

test('a comment is seen when a colleague opens the task, and not before, also when they open it offline', async ({
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
  await comment(panel, 'The stakes are in the hut');
  const sent = panel.getByRole('listitem').filter({ hasText: 'The stakes are in the hut' });
  // On the board of Ben's device, which does not show it.
  await expect(sent.getByRole('button', { name: "On Ben Moor's device" })).toBeVisible(REPORTED);

  field.network.cut();
  await openTask(field.page, 'Mark the ford');
  const theirs = taskPanel(field.page, 'Mark the ford');
  await expect(theirs.getByText('The stakes are in the hut')).toBeVisible();
  // Written after the device has lost its network: Ben has the first comment on his screen, and not this one.
  await comment(panel, 'Two of them are broken');
  const later = panel.getByRole('listitem').filter({ hasText: 'Two of them are broken' });
  await expect(later.getByRole('button', { name: 'At the server' })).toBeVisible();
  // A second on the screen; the note is on the disk before the task is closed.
  await expect.poll(async () => await notedTasks(field.page)).toBeGreaterThan(0);
  await field.page.keyboard.press('Escape');
  await field.page.reload();
  field.network.heal();
  await expect(sent.getByRole('button', { name: 'Seen by Ben Moor' })).toBeVisible(REPORTED);
  await expect(later.getByRole('button', { name: "On Ben Moor's device" })).toBeVisible(REPORTED);
  await sent.getByRole('button', { name: 'Seen by Ben Moor' }).click();
  const people = office.page.getByRole('dialog', { name: 'Who has received this comment' });
  await expect(people.getByRole('list', { name: 'Seen by' })).toContainText('Ben Moor');

  // The last answer is on the device.
  office.network.cut();
  await office.page.reload();
  await expectPill(office.page, 'Offline');
  await expect(sent.getByRole('button', { name: 'Seen by Ben Moor' })).toBeVisible();
});

/** Number of tasks that the device has noted as seen, in any of its databases. */
async function notedTasks(page: Page): Promise<number> {
  return await page.evaluate(async () => {
    let count = 0;
    for (const { name = '' } of await indexedDB.databases()) {
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.addEventListener('success', () => resolve(opening.result));
        opening.addEventListener('error', () => reject(opening.error));
      });
      if (db.objectStoreNames.contains('meta')) {
        const row = await new Promise<unknown>((resolve) => {
          const reading = db.transaction('meta').objectStore('meta').get('seen');
          reading.addEventListener('success', () => resolve(reading.result));
        });
        const due: unknown = Reflect.get(Object(row), 'due');
        count += Object.keys(Object(due)).length;
      }
      db.close();
    }
    return count;
  });
}

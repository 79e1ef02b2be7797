/**
 * Subtasks: added, ordered and dated by the task's creator, ticked by its assignees, without a
 * network too.
 */
import { controlled, expectPill, openOutbox } from './support/app.ts';
import { openTask, signInToBoard, tile } from './support/board.ts';
import { makeProject, makeTask } from './support/organization.ts';
import { expectOk } from './support/rest-peer.ts';
import { expect, test } from './support/scenario.ts';

test('subtasks created offline arrive in order; the assignee ticks one; a deleted one is restored', async ({
  newDevice,
  organization,
}) => {
  const { founder } = organization;
  const mia = await organization.addPerson('Mia Stone', 'Member');
  const project = await makeProject(founder, { cards: { 'To do': [] }, members: [mia.person] });
  const card = project.cards['To do'] ?? '';
  const bridge = { project: project.id, card, name: 'Bridge', assignee: mia.person };
  const task = await makeTask(founder, bridge);
  const { context, page } = await newDevice();
  await signInToBoard(page, founder.person, project.path);
  const panel = await openTask(page, 'Bridge');
  await controlled(page);

  await test.step('three names and Enter, with the network gone', async () => {
    await context.setOffline(true);
    await panel.getByRole('button', { name: 'Add subtask' }).click();
    const name = panel.getByLabel('Name of the subtask');
    for (const words of ['Beams', 'Bolts', 'Rail']) {
      await name.fill(words);
      await name.press('Enter');
      await expect(panel.getByRole('button', { name: words, exact: true })).toBeVisible();
    }
    await name.fill('x'.repeat(100));
    await expect(panel).toContainText('subtask name should not exceed more than 100 characters !!');
    await name.fill('');
    await name.press('Escape');
    await panel.getByRole('button', { name: 'Actions for subtask Rail' }).click();
    await page.getByRole('menuitem', { name: 'Move up' }).click();
    await expect(tile(page, 'Bridge')).toContainText('0/3');
  });

  await test.step('nothing has been sent: all of it can still be discarded', async () => {
    await expectPill(page, /Offline, \d+ waiting/);
    const outbox = await openOutbox(page);
    const discards = outbox.getByRole('button', { name: 'Discard', includeHidden: true });
    await expect(discards).toHaveCount(4);
    await expect(outbox).not.toContainText('The server may have it already');
    await page.keyboard.press('Escape');
    await openTask(page, 'Bridge');
  });

  await test.step('deleted and restored by Undo', async () => {
    await panel.getByRole('button', { name: 'Actions for subtask Bolts' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await expect(tile(page, 'Bridge')).toContainText('0/2');
    await expect(page.getByText('Subtask deleted')).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(tile(page, 'Bridge')).toContainText('0/3');
  });

  await test.step('with the network they arrive in that order', async () => {
    await context.setOffline(false);
    await expectPill(page, 'Up to date');
    const { body } = await expectOk(founder.get('sub-task/list/', { task_id: task }));
    expect(body.data.map((one: { name: string }) => one.name)).toEqual(['Beams', 'Rail', 'Bolts']);
    const dates = { start_date: '2020-03-09' };
    await expectOk(founder.patch(`task/update-destroy/${task}/`, dates));
    await expectOk(founder.patch(`sub-task/update-destroy/${body.data[0].id}/`, dates));
    await expect(panel).toContainText('Start date: 9 Mar 2020');
  });

  await test.step('the assignee ticks one and opens it by its link', async () => {
    const field = (await newDevice()).page;
    await signInToBoard(field, mia.person, project.path);
    const theirs = await openTask(field, 'Bridge');
    await expect(theirs.getByRole('button', { name: 'Add subtask' })).toHaveCount(0);
    await theirs.getByLabel('Completed: Beams').click();
    await expect(tile(page, 'Bridge')).toContainText('1/3');
    await theirs.getByRole('button', { name: 'Beams', exact: true }).click();
    const opened = theirs.getByRole('region', { name: 'Subtask Beams' });
    await expect(theirs.getByLabel('Completed: Beams')).toBeChecked();
    await field.reload();
    await expect(opened).toContainText('Start date9 Mar 2020');
    await expect(opened).toContainText('No Due Date');
    await field.keyboard.press('Escape');
    await expect(opened).toBeHidden();
    await expect(theirs).toBeVisible();
  });
});

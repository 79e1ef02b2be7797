/** The focus moves into an opened surface and returns when it is closed. */
import type { Page } from '@playwright/test';
import { expectPill, openOutbox } from './support/app.ts';
import { comment, describe, openTask, signInToBoard } from './support/board.ts';
import { addMember, makeProject, type Organization, removeMember } from './support/organization.ts';
import { expectOk } from './support/rest-peer.ts';
import { expect, test } from './support/scenario.ts';

const START = { 'To do': ['Rope', 'Pegs'] };

test('a decision in the outbox moves the focus to the next entry, the last one to the panel', async ({
  newDevice,
  organization,
}) => {
  const { founder } = organization;
  const project = await makeProject(founder, { cards: START });
  const { page, network } = await newDevice();
  await signInToBoard(page, founder.person, project.path);

  await test.step('a text of two versions', async () => {
    network.cut();
    for (const task of ['Rope', 'Pegs']) {
      await describe(page, task, `${task} of here`);
      await page.getByRole('button', { name: 'Close task' }).click();
      const path = `task/update-destroy/${project.tasks[task] ?? ''}/`;
      await expectOk(founder.patch(path, { description: `${task} of there` }));
    }
    network.heal();
    await expectPill(page, '2 need attention');
    const outbox = await openOutbox(page);
    const entries = outbox.getByRole('listitem');
    await expect(entries).toHaveCount(2);
    await entries.first().getByRole('button', { name: 'Keep this one' }).press('Enter');
    await expect(entries.filter({ hasText: 'Two versions' })).toHaveCount(1);
    await expect(outbox.getByRole('button', { name: 'Take the other one' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(outbox).toContainText('Everything is saved on the server');
    await expect(outbox).toBeFocused();
    await page.keyboard.press('Escape');
  });

  await test.step('retried, edited and discarded entries', async () => {
    const panel = await openTask(page, 'Rope');
    await comment(panel, 'Wet');
    await expectPill(page, 'Up to date');
    network.cut();
    for (const text of ['Twelve metres', 'Of hemp']) await comment(panel, text);
    await panel.getByRole('button', { name: 'Actions for this comment' }).first().click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await page.keyboard.type(' again');
    await page.keyboard.press('Control+Enter');
    await expect(panel.getByLabel('Edit comment')).toHaveCount(0);
    const said = await founder.get('comment/list/', { task__id: project.tasks['Rope'] ?? '' });
    const path = `comment/update-destroy/${said.body.data[0].id}/`;
    await expectOk(founder.patch(path, { deleted: true }));
    await removeMember(founder, project.id, founder.person);
    network.heal();
    await expectPill(page, '3 need attention');
    await page.getByRole('button', { name: 'Close task' }).click();
    await returnToTeam(page, founder, project);
    const outbox = await openOutbox(page);
    const again = outbox.getByRole('button', { name: 'Try again' });
    await again.first().press('Enter');
    await expect(again).toHaveCount(2);
    await expect(again.first()).toBeFocused();
    await outbox.getByRole('button', { name: 'Discard' }).first().press('Enter');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
    await expect(again).toHaveCount(1);
    await expect(again).toBeFocused();
    await outbox.getByRole('button', { name: 'Edit' }).press('Enter');
    await expect(outbox.getByLabel('My text')).toBeFocused();
    await outbox.getByRole('button', { name: 'Discard' }).press('Enter');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
    await expect(outbox).toContainText('Everything is saved on the server');
    await expect(outbox).toBeFocused();
  });
});

test('a mutation in the outbox that becomes rejected keeps the focus, and a sent one passes it to the panel', async ({
  newDevice,
  organization,
}) => {
  const { founder } = organization;
  const project = await makeProject(founder, { cards: START });
  const { page, network } = await newDevice();
  await signInToBoard(page, founder.person, project.path);
  const panel = await openTask(page, 'Rope');
  network.cut();
  const texts = ['Twelve metres', 'Of hemp', 'And dry'];
  for (const text of texts) await comment(panel, text);
  await page.getByRole('button', { name: 'Close task' }).click();
  await removeMember(founder, project.id, founder.person);
  const outbox = await openOutbox(page);
  const entries = outbox.getByRole('listitem');
  await expect(entries).toHaveCount(3);
  await entries.nth(1).getByRole('button').first().press('Enter');
  await expect(entries.nth(1)).toContainText('Of hemp');
  network.heal();
  await expect(outbox.getByRole('button', { name: 'Try again' })).toHaveCount(3);
  await expect(entries.filter({ hasText: 'Of hemp' })).toBeFocused();

  await returnToTeam(page, founder, project);
  await openOutbox(page);
  network.cut();
  for (const left of [2, 1, 0]) {
    await outbox.getByRole('button', { name: 'Try again' }).first().press('Enter');
    await expect(outbox.getByRole('button', { name: 'Try again' })).toHaveCount(left);
  }
  await entries.first().getByRole('button').first().focus();
  network.heal();
  await expect(outbox).toContainText('Everything is saved on the server');
  await expect(outbox).toBeFocused();
});

/** Adds the founder to the project again; resolves when the device knows it. */
async function returnToTeam(
  page: Page,
  founder: Organization['founder'],
  project: { readonly id: string; readonly name: string },
): Promise<void> {
  await addMember(founder, project.id, founder.person);
  await page.getByRole('button', { name: 'Members', exact: true }).click();
  const team = page.getByRole('dialog', { name: `Team of ${project.name}` });
  await expect(team.getByRole('listitem').filter({ hasText: 'Ada Field' })).toBeVisible();
}

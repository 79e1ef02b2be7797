/** Tasks that were typed at the foot of a card without a network. */
import type { Page } from '@playwright/test';
import { expectPill } from './support/app.ts';
import { column, signInToBoard, tile } from './support/board.ts';
import { boardAtServer, makeProject } from './support/organization.ts';
import { expect, test } from './support/scenario.ts';

const names = (page: Page, card: string) => column(page, card).getByRole('article');

test('tasks typed at the foot of a card offline reach the server once, in order; half a task survives a reload', async ({
  newDevice,
  organization,
}) => {
  const { founder } = organization;
  const project = await makeProject(founder, { cards: { 'To do': ['Rope'], Done: [] } });
  const { page, network } = await newDevice();
  await signInToBoard(page, founder.person, project.path);
  network.cut();
  await page.getByRole('button', { name: 'Add task to To do' }).click();
  const field = page.getByLabel('Task name for To do');
  await expect(field).toBeFocused();

  await test.step('one after the other, at the end, with me and Medium', async () => {
    for (const name of ['Pegs', 'Lamp']) {
      await field.pressSequentially(name);
      await field.press('Enter');
      await expect(field).toHaveValue('');
    }
    await expect(names(page, 'To do')).toHaveCount(3);
    await expect(names(page, 'To do').last()).toContainText('Lamp');
    await expect(names(page, 'To do').last()).toContainText('Ada Field');
    await expect(tile(page, 'Lamp').getByText('Priority Medium')).toBeAttached();
  });

  await test.step('half a task survives a reload', async () => {
    await field.fill('Half a tas');
    await page.reload();
    await page.getByRole('button', { name: 'Add task to To do' }).click();
    await expect(field).toHaveValue('Half a tas');
    await field.press('Escape');
    await expect(page.getByRole('button', { name: 'Add task to To do' })).toBeFocused();
  });

  await test.step('each task reaches the server once, in order', async () => {
    network.heal();
    await expectPill(page, 'Up to date');
    expect(await boardAtServer(founder, project.id)).toEqual([
      { card: 'To do', tasks: ['Rope', 'Pegs', 'Lamp'] },
      { card: 'Done', tasks: [] },
    ]);
  });
});

/** An action without the right is not offered, or refused with a message at the click. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { cardCreate } from '../../../model/mutations/card/card-create.ts';
import { taskComplete } from '../../../model/mutations/task/task-complete.ts';
import { load, open } from './support/app.tsx';
import { boardAfterSync, column, openTask, tick, tile } from './support/board.ts';
import { createOrganization, freshId } from './support/organization.ts';
import { gone, mouse, press, see, step } from './support/screen.ts';

test("a member sees no card administration and a plain mark on other people's tasks", async () => {
  const organization = await createOrganization();
  const mia = organization.addPerson('Mia Stone', 'Member');
  const project = await organization.makeProject({
    cards: { 'To do': ['Bridge'] },
    members: [mia],
  });
  await open(organization, project.path, mia);

  await step('the board has no Add Card, pencil, Archive or Archived Cards', async () => {
    await see(tile('Bridge'));
    await gone(page.getByRole('button', { name: 'Add Card' }));
    await gone(page.getByRole('button', { name: 'Rename To do' }));
    await page.getByRole('button', { name: 'Actions for card To do' }).click();
    await see(page.getByRole('menuitem', { name: 'Multi User Task' }));
    await gone(page.getByRole('menuitem', { name: 'Archive' }));
    await press('Escape');
    await page.getByRole('button', { name: 'Board menu' }).click();
    await see(page.getByRole('menuitem', { name: 'Archived Tasks' }));
    await gone(page.getByRole('menuitem', { name: 'Archived Cards' }));
    await press('Escape');
  });

  await step("another person's task has a plain mark and cannot be changed", async () => {
    await gone(tick('Bridge'));
    await expect.element(tile('Bridge').getByText('Open', { exact: true })).toBeInTheDocument();
    const panel = await openTask('Bridge');
    await expect.element(panel.getByLabelText('Completed', { exact: true })).toBeDisabled();
    await expect.element(panel.getByLabelText('Completed by Employee')).toBeDisabled();
    await gone(panel.getByRole('button', { name: 'Edit task' }));
  });

  await step('workspaces, projects and people are not reachable', async () => {
    await gone(page.getByRole('link', { name: 'User Management' }));
    await gone(page.getByRole('button', { name: 'Add Workspace' }));
    await load('/organization-info');
    await see(page.getByText('Only levels 1 to 3 manage people'));
  });

  await step('the rules refuse it too', async () => {
    const refused = organization.apply(
      cardCreate,
      { id: freshId(), project: project.id, name: 'X', rank: 'Z' },
      mia,
    );
    await expect(refused).rejects.toMatchObject({
      code: 'forbidden',
      message: 'You dont have access to add a card',
    });
    const id = project.tasks['Bridge'] ?? '';
    const completed = { id, done: true, at: '2026-01-01T00:00:00Z' };
    await expect(organization.apply(taskComplete, completed, mia)).rejects.toMatchObject({
      code: 'forbidden',
    });
  });
});

test("another person's task cannot be lifted, by mouse or key, and the reason is shown", async () => {
  const organization = await createOrganization();
  const mia = organization.addPerson('Mia Stone', 'Member');
  const project = await organization.makeProject({
    cards: { 'To do': ['Bridge'], Done: [] },
    members: [mia],
  });
  const device = await open(organization, project.path, mia);
  const alert = page.getByRole('alertdialog');
  const bridge = page.getByRole('button', { name: 'Bridge', exact: true });
  for (const lift of ['mouse', 'key'] as const) {
    if (lift === 'key') await press('Space', bridge);
    else {
      await bridge.hover();
      await mouse({ do: 'down' });
      await mouse({ do: 'move', x: 700, y: 300, steps: 4 });
    }
    await expect
      .element(alert)
      .toMatchTextContent('Only the creator and the assignee can move this task');
    // Neither dragged by the pointer nor moved by keys.
    await gone(page.css('[inert] > article, article[data-lifted]'));
    await mouse({ do: 'up' });
    // The library treats clicks within 50 ms as the end of the drag; its timer has run when a
    // later, longer one has.
    await new Promise((resolve) => setTimeout(resolve, 60));
    await alert.getByRole('button', { name: 'OK' }).click();
    await gone(alert);
  }
  await expect.element(bridge).toHaveFocus();
  await expect.element(column('To do').getByRole('article')).toHaveLength(1);
  await gone(column('Done').getByRole('article'));

  await step(
    'in a selection such a task is skipped and reported; the others are moved',
    async () => {
      await organization.makeTask({
        by: mia,
        project: project.id,
        card: project.cards['To do'] ?? '',
        name: 'Mine',
      });
      await device.receive();
      await page.getByRole('button', { name: 'Mine', exact: true }).click({
        modifiers: ['ControlOrMeta'],
      });
      await page.getByRole('button', { name: 'Bridge', exact: true }).click();
      await page.getByRole('toolbar').getByRole('button', { name: 'Archive' }).click();
      await see(
        page.getByText(
          '1 task archived. 1 left out: Only the person who created the task can change this',
        ),
      );
      await expect.element(column('To do').getByRole('article')).toHaveLength(1);
      await expect
        .poll(() => boardAfterSync(device, project.id))
        .toEqual([
          { card: 'To do', tasks: ['Bridge'] },
          { card: 'Done', tasks: [] },
        ]);
    },
  );
});

test('a person outside the team reads “Team Members only comment the tasks” and keeps the text', async () => {
  const organization = await createOrganization();
  const ben = organization.addPerson('Ben Moor', 'Manager');
  const project = await organization.makeProject({ cards: { 'To do': ['Bridge'] } });
  await open(organization, project.path, ben);
  const panel = await openTask('Bridge');
  await panel.getByLabelText('Write a comment').fill('May I?');
  await panel.getByRole('button', { name: 'Send' }).click();
  const alert = page.getByRole('alertdialog');
  await expect.element(alert).toMatchTextContent('Team Members only comment the tasks');
  await alert.getByRole('button', { name: 'OK' }).click();
  await expect.element(panel.getByLabelText('Write a comment')).toHaveValue('May I?');
});

/** The view parameters of a board are in its address; labels group tasks across cards. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { tasks } from '../../../model/entities/task.ts';
import { load, open } from './support/app.tsx';
import { openAddTask, openTask, tile } from './support/board.ts';
import type { Device } from './support/device.ts';
import { createOrganization } from './support/organization.ts';
import { choose, expectTexts, focus, gone, press, see, step } from './support/screen.ts';

test('a filter by words, person, label and date is part of the link, and one click clears it', async () => {
  const organization = await createOrganization();
  const mia = organization.addPerson('Mia Stone', 'Member');
  const project = await organization.makeProject({
    cards: { 'To do': ['Rope', 'Pegs'] },
    members: [mia],
  });
  const card = project.cards['To do'] ?? '';
  const late = { project: project.id, card, name: 'Late rope', end_date: '2020-01-01' };
  await organization.makeTask({ ...late, assignee: mia });
  const device = await open(organization, project.path);

  await step('a label is created where it is chosen', async () => {
    const panel = await openTask('Pegs');
    await panel.getByRole('button', { name: 'Label: None' }).click();
    const picker = page.getByRole('dialog', { name: 'Label of Pegs' });
    await picker.getByRole('combobox').fill('Camp');
    await page.getByRole('option', { name: 'Add label “Camp”' }).click();
    await page.getByRole('button', { name: 'Close task' }).click();
    await expect.element(tile('Pegs')).toMatchTextContent('Camp');
  });

  await step('Escape closes the filter also before it has taken the focus', async () => {
    const button = page.getByRole('button', { name: 'Filter', exact: true });
    const element = await button.findElement();
    await button.click();
    const filter = page.getByRole('dialog', { name: 'Filter' });
    await see(filter);
    // The key reaches the button, as it does between a click and the render of what it opens.
    element.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    await gone(filter);
  });

  await step('words, then a person', async () => {
    await page.getByLabelText('Find a task on this board').fill('ROPE');
    await gone(tile('Pegs'));
    await see(tile('Rope'));
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await choose(page, 'Person', 'Mia Stone');
    await gone(tile('Rope'));
    await see(tile('Late rope'));
    await press('Escape');
    await see(page.getByText('Shown: “ROPE”, Mia Stone'));
  });

  await step('a reload and a link show the same, a click shows everything', async () => {
    await load(location.pathname + location.search);
    await see(tile('Late rope'));
    await gone(tile('Rope'));
    await page.getByRole('button', { name: 'Show everything' }).click();
    await see(tile('Pegs'));
    expect(location.search).toBe('');
    await load(`${project.path}?due=overdue`);
    await see(tile('Late rope'));
    await gone(tile('Pegs'));
  });

  const names = page.getByRole('table').css('[data-task-name]');
  await step(
    'a list shows the filtered tasks, sorted by a heading; filter and order are in the link',
    async () => {
      await page
        .getByRole('navigation', { name: 'Project' })
        .getByRole('link', { name: 'List' })
        .click();
      await expectTexts(names, ['Late rope']);
      await page.getByRole('button', { name: 'Show everything' }).click();
      await expectTexts(names, ['Rope', 'Pegs', 'Late rope']);
      await page.getByRole('button', { name: 'Due', exact: true }).click();
      await expect.element(names.first()).toHaveTextContent('Late rope');
      await page.getByRole('button', { name: 'Task', exact: true }).click();
      await expectTexts(names, ['Late rope', 'Pegs', 'Rope']);
      await load(location.pathname + location.search);
      await expectTexts(names, ['Late rope', 'Pegs', 'Rope']);
      await page.getByRole('button', { name: 'Pegs', exact: true }).click();
      await see(page.getByRole('dialog', { name: 'Pegs' }));
      await press('Escape');
    },
  );

  await step(
    'in the calendar a task moves to another day by keys and by mouse, and Undo reverts it',
    async () => {
      await load(`${project.path}?view=calendar&month=2020-01`);
      const day = (date: string) => page.css(`[data-day="2020-01-${date}"]`);
      const chip = page.getByRole('button', { name: /^Late rope/ });
      await focus(chip);
      await press('Space');
      await press('ArrowRight');
      await expect.element(day('02').getByRole('button', { name: /^Late rope/ })).toHaveFocus();
      await press('Space');
      await expect.poll(() => dueAfterSync(device)).toBe('2020-01-02');
      await press('ControlOrMeta+z');
      await expect.element(day('01').getByRole('button', { name: /^Late rope/ })).toHaveFocus();
      await press('Space');
      await press('ArrowRight');
      await press('Space');
      await expect.poll(() => dueAfterSync(device)).toBe('2020-01-02');
      await chip.dropTo(day('15'), { steps: 6 });
      await expect.poll(() => dueAfterSync(device)).toBe('2020-01-15');
      await page.getByRole('button', { name: 'Undo' }).click();
      await see(day('02').getByRole('button', { name: /^Late rope/ }));
      await expect.poll(() => dueAfterSync(device)).toBe('2020-01-02');
    },
  );

  const messages = page.getByRole('region', { name: 'Messages' });
  const show = messages.getByRole('button', { name: 'Show' });
  await step(
    'a task moved out of the calendar or the filter is reported with its place and can be shown',
    async () => {
      await page.getByRole('button', { name: /^Late rope/ }).click();
      await editTask({ 'End date': '2020-03-05' });
      await expect
        .element(messages)
        .toMatchTextContent('“Late rope” is in “To do”, due in March 2020.');
      await show.click();
      await see(page.getByRole('heading', { name: 'March 2020' }));
      await expect.element(page.getByRole('button', { name: /^Late rope/ })).toHaveFocus();

      await load(`${project.path}?q=pegs&view=list`);
      await page.getByRole('button', { name: 'Pegs', exact: true }).click();
      await editTask({ 'Task name': 'Poles' });
      await expect
        .element(messages)
        .toMatchTextContent('“Poles” is in “To do”, hidden by the filter.');
      await show.click();
      await expect.element(page.getByRole('button', { name: 'Poles', exact: true })).toHaveFocus();
      await expect.element(names).toHaveLength(3);
    },
  );

  await step(
    'an added task that the filter hides is reported with its place; Show brings it into view',
    async () => {
      await load(`${project.path}?due=overdue`);
      const form = await openAddTask('To do');
      await form.getByLabelText('Task name').fill('New stakes');
      await choose(form, 'Priority', 'Medium');
      await choose(form, 'Assign to', 'Ada Field');
      await form.getByRole('button', { name: 'Add to To do' }).click();
      await expect
        .element(messages)
        .toMatchTextContent('“New stakes” is in “To do”, hidden by the filter.');
      await gone(tile('New stakes'));
      await show.click();
      await expect
        .element(page.getByRole('button', { name: 'New stakes', exact: true }))
        .toHaveFocus();
      expect(location.search).toBe('');
    },
  );
});

test('a task that a key changes out of the filter is reported with its place, and can be shown', async () => {
  const organization = await createOrganization();
  const project = await organization.makeProject({ cards: { 'To do': ['Rope', 'Rope bag'] } });
  await open(organization, `${project.path}?q=rope`);
  const messages = page.getByRole('region', { name: 'Messages' });
  await press('e', page.getByRole('button', { name: 'Rope', exact: true }));
  const box = page.getByRole('dialog', { name: 'Rename task' }).getByLabelText('Task name');
  await box.fill('Pegs');
  await press('Enter', box);
  await expect.element(messages).toMatchTextContent('“Pegs” is in “To do”, hidden by the filter.');
  await gone(tile('Pegs'));
  await messages.getByRole('button', { name: 'Show' }).click();
  await see(tile('Pegs'));
});

/** Edits fields of the open task in its form, as its creator. */
async function editTask(fields: Readonly<Record<string, string>>): Promise<void> {
  await page.getByRole('button', { name: 'Edit task' }).click();
  const form = page.getByRole('dialog', { name: 'Update Task' });
  await form.getByLabelText('Description').fill('By the ford');
  for (const [label, text] of Object.entries(fields)) {
    await form.getByLabelText(label).fill(text);
  }
  await form.getByRole('button', { name: 'Update task' }).click();
  await gone(form);
}

/** Due date of the task "Late rope" once the server has accepted what waits on the device. */
async function dueAfterSync(device: Device): Promise<string | null | undefined> {
  const found = (await device.rowsAfterSync()).get(tasks.table) ?? [];
  return found.map((row) => tasks.parse(row)).find(({ name }) => name === 'Late rope')?.end_date;
}

/** The one date field: typed words, the calendar by keys and by hand, and text that is no date (decision 0058). */
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { tasks } from '../../../model/entities/task.ts';
import { todoCreate } from '../../../model/mutations/todo/todo-create.ts';
import { todos } from '../../../model/entities/todo.ts';
import { addDays, localDay } from '../../../model/shared/dates.ts';
import { dateWithYear } from '../../../src/ui/text/field-format.ts';
import { expectAccessible } from './support/accessible.ts';
import { load, open } from './support/app.tsx';
import { openAddTask } from './support/board.ts';
import type { Device } from './support/device.ts';
import { createOrganization, freshId } from './support/organization.ts';
import {
  boxOf,
  button,
  choose,
  expectUrl,
  field,
  gone,
  press,
  resize,
  see,
  type,
} from './support/screen.ts';

const today = () => localDay(Date.now(), new Date().getTimezoneOffset());
const calendar = () => page.getByRole('dialog', { name: 'Calendar' });
const form = () => page.getByRole('dialog', { name: 'Add Task' });
const start = () => form().getByRole('textbox', { name: 'Start date' });
const end = () => form().getByRole('textbox', { name: 'End date' });
const day = (date: string) => calendar().css(`[data-date="${date}"]`);

test('a task gets its dates by a phrase and by the keys of the calendar', async () => {
  const organization = await createOrganization();
  const project = await organization.makeProject({ name: 'Ridge', cards: { 'To do': [] } });
  const device = await open(organization, project.path);
  await openAddTask('To do');
  await form().getByLabelText('Task name').fill('Check the ropes');
  await choose(form(), 'Priority', 'Medium');
  await choose(form(), 'Assign to', 'Ada Field');

  await start().fill('tomorrow');
  await expect.element(start()).toHaveValue('tomorrow');
  await press('Tab', start());
  await expect.element(start()).toHaveValue(dateWithYear(addDays(today(), 1)));

  await end().fill('2031-01-30');
  await press('Alt+ArrowDown', end());
  await expect.element(day('2031-01-30')).toHaveFocus();
  await expect.element(calendar()).toMatchTextContent('January 2031');
  await expectAccessible('calendar of a date field');
  await press('ArrowDown');
  await expect.element(day('2031-02-06')).toHaveFocus();
  await press('ArrowLeft');
  await press('PageDown');
  await expect.element(day('2031-03-05')).toHaveFocus();
  // Escape closes the calendar alone, without a choice.
  await press('Escape');
  await gone(calendar());
  await expect.element(end()).toHaveFocus();
  await expect.element(end()).toHaveValue('30 Jan 2031');
  await press('Alt+ArrowDown', end());
  await press('ArrowRight', day('2031-01-30'));
  await press('Enter');
  await gone(calendar());
  await expect.element(end()).toHaveFocus();
  await expect.element(end()).toHaveValue('31 Jan 2031');

  await form().getByRole('button', { name: 'Add to To do' }).click();
  await gone(form());
  expect(await datesAfterSync(device)).toEqual([addDays(today(), 1), '2031-01-31']);
});

test('text that is no date is kept, also by a reload, and is not saved', async () => {
  const organization = await createOrganization();
  const project = await organization.makeProject({ name: 'Ridge', cards: { 'To do': [] } });
  const device = await open(organization, project.path);
  await openAddTask('To do');
  await form().getByLabelText('Task name').fill('Check the ropes');
  await choose(form(), 'Priority', 'Medium');
  await choose(form(), 'Assign to', 'Ada Field');
  await end().fill('some day');
  await expect.element(end()).not.toHaveAccessibleErrorMessage();
  await press('Tab', end());
  await expect.element(end()).toHaveAccessibleDescription('This is not a date');
  await expectAccessible('a text that is no date');
  await form().getByRole('button', { name: 'Add to To do' }).click();
  await expect.element(end()).toHaveFocus();
  await expect.element(end()).toHaveValue('some day');

  await load(project.path);
  await openAddTask('To do');
  await expect.element(end()).toHaveValue('some day');
  await expect.element(end()).toHaveAccessibleDescription('This is not a date');
  await end().fill('7/3/2031');
  await start().fill('8 mar 2031');
  await form().getByRole('button', { name: 'Add to To do' }).click();
  await see(form().getByText('The end date is before the start date'));
  await start().fill('');
  await form().getByRole('button', { name: 'Add to To do' }).click();
  await gone(form());
  expect(await datesAfterSync(device)).toEqual([null, '2031-03-07']);
});

test('a todo gets a due date in the calendar and a reminder by date and time', async () => {
  const organization = await createOrganization();
  await organization.apply(todoCreate, {
    id: freshId(),
    name: 'Buy rope',
    rank: 'V',
    status: false,
  });
  const device = await open(organization, '/home-view?panel=todo');
  await button('Due date and reminder of Buy rope').click();
  const plan = page.getByRole('dialog', { name: 'Plan Buy rope' });
  const due = plan.getByRole('textbox', { name: 'Due date' });
  await plan.getByRole('button', { name: 'Open calendar' }).first().click();
  await calendar().getByRole('button', { name: 'Today' }).click();
  await gone(calendar());
  await expect.element(due).toHaveFocus();
  await expect.element(due).toHaveValue(dateWithYear(today()));

  // Escape in the calendar leaves the plan open.
  await press('Alt+ArrowDown', due);
  await see(calendar());
  await press('Escape');
  await gone(calendar());
  await see(plan);

  await plan.getByRole('textbox', { name: 'Reminder' }).fill('24/12/2031');
  await plan.getByRole('textbox', { name: 'Time' }).fill('4:30 pm');
  await press('Enter', plan.getByRole('textbox', { name: 'Time' }));
  await expect.element(plan.getByRole('textbox', { name: 'Time' })).toHaveValue('16:30');
  await expect
    .poll(async () => await plannedAfterSync(device))
    .toEqual([today(), new Date(2031, 11, 24, 16, 30).toISOString()]);

  await press('Alt+ArrowDown', due);
  await calendar().getByRole('button', { name: 'Clear' }).click();
  await expect.element(due).toHaveValue('');
  await expect.poll(async () => (await plannedAfterSync(device))[0]).toBe(null);
});

test('in the menu of the composer and in the picker Escape closes the calendar alone', async () => {
  const organization = await createOrganization();
  const project = await organization.makeProject({ name: 'Ridge', cards: { 'To do': ['Rope'] } });
  const device = await open(organization, project.path);
  await button('Add task to To do').click();
  await type('Pegs');
  await button('Due date').click();
  const menu = page.getByRole('menu');
  await press('Alt+ArrowDown', menu.getByRole('textbox', { name: 'Other date' }));
  await expect.element(day(today())).toHaveFocus();
  await press('Escape');
  await gone(calendar());
  await expect.element(menu.getByRole('textbox', { name: 'Other date' })).toHaveFocus();
  await menu.getByRole('button', { name: 'Open calendar' }).click();
  await press('ArrowDown', day(today()));
  await press('Enter', day(addDays(today(), 7)));
  await expect
    .element(menu.getByRole('textbox', { name: 'Other date' }))
    .toHaveValue(dateWithYear(addDays(today(), 7)));
  await menu.getByRole('textbox', { name: 'Other date' }).fill('');
  await menu.getByRole('textbox', { name: 'Other date' }).fill('tomorrow');
  await press('Escape');
  await gone(menu);
  await see(button('Due date: Tomorrow'));

  await load(`${project.path}?view=list`);
  await button('Rope').click();
  await button('Due date: No Due Date').click();
  const picker = page.getByRole('dialog', { name: 'Due date of Rope' });
  const other = picker.getByRole('textbox', { name: 'Other date' });
  await other.fill('never');
  await picker.getByRole('button', { name: 'Set date' }).click();
  await expect.element(other).toHaveAccessibleDescription('This is not a date');
  await other.fill('2031-03-07');
  await picker.getByRole('button', { name: 'Open calendar' }).click();
  await press('Escape', day('2031-03-07'));
  await gone(calendar());
  await see(picker);
  await picker.getByRole('button', { name: 'Set date' }).click();
  await gone(picker);
  await see(button('Due date: 7 Mar 2031'));
  const [row] = (await device.rowsAfterSync()).get(tasks.table) ?? [];
  expect(tasks.parse(row).end_date).toBe('2031-03-07');
});

test('on a phone the calendar is inside the screen, with days for a finger', async () => {
  await resize(390, 844);
  const organization = await createOrganization();
  const project = await organization.makeProject({ name: 'Ridge', cards: { 'To do': [] } });
  await open(organization, '/organization/tasks-details');
  await button('Open calendar').click();
  await expectInside();
  await load(project.path);
  await openAddTask('To do');
  await form().getByRole('button', { name: 'Open calendar' }).nth(1).click();
  await expectInside();
  const target = await boxOf(day(today()));
  expect(Math.min(target.width, target.height)).toBeGreaterThanOrEqual(40);
  await day(today()).click();
  await gone(calendar());
  await expect.element(end()).toHaveValue(dateWithYear(today()));
});

test('the overview filters by a typed day, and names one that cannot be', async () => {
  const organization = await createOrganization();
  await organization.makeProject({ name: 'Ridge', cards: { 'To do': ['Paint the door'] } });
  await open(organization, '/organization/tasks-details');
  const created = field('Created date');
  await userEvent.fill(created, 'tomorrow');
  await press('Tab', created);
  await expect.element(created).toHaveAccessibleDescription('This date is after today');
  await expect.element(created).toHaveValue(dateWithYear(addDays(today(), 1)));
  await userEvent.fill(created, '');
  await created.click();
  await type('today');
  await expectUrl(new RegExp(`created=${today()}`));
  await press('Tab');
  await expect.element(created).toHaveValue(dateWithYear(today()));
});

/** Waits until the calendar is inside a screen of 390 by 844 px. */
async function expectInside(): Promise<void> {
  await see(calendar());
  await expect
    .poll(async () => {
      const { x, y, width, height } = await boxOf(calendar());
      return x >= 0 && y >= 0 && x + width <= 390 && y + height <= 844;
    })
    .toBe(true);
}

/** Start and end of the only task once the server has accepted what waits on the device. */
async function datesAfterSync(device: Device): Promise<readonly (string | null)[]> {
  const [row] = (await device.rowsAfterSync()).get(tasks.table) ?? [];
  const { start_date, end_date } = tasks.parse(row);
  return [start_date, end_date];
}

/** Due date and reminder of the only todo once the server has accepted what waits on the device. */
async function plannedAfterSync(device: Device): Promise<readonly unknown[]> {
  const [row] = (await device.rowsAfterSync()).get(todos.table) ?? [];
  const { due_date, remind_at } = todos.parse(row);
  return [due_date, remind_at];
}

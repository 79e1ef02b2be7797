/** Adding tasks by typing: at the foot of a card, over any screen, from the palette. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { roleLevels } from '../../../model/entities/role-level.ts';
import { tasks } from '../../../model/entities/task.ts';
import { teamMembers } from '../../../model/entities/team-member.ts';
import { roleLevelEdit } from '../../../model/mutations/role/role-level-edit.ts';
import { memberId } from '../../../model/shared/ids.ts';
import { addDays } from '../../../src/ui/text/calendar-date.ts';
import { load, open } from './support/app.tsx';
import { boardAfterSync, column, taskPanel, tile } from './support/board.ts';
import { deferReads, deferWrites } from './support/deferred-writes.ts';
import { createOrganization } from './support/organization.ts';
import { button, choose, gone, heading, press, see, step, type } from './support/screen.ts';

const text = () => page.getByLabelText('Task name for To do');
const shownIn = (card: string) => column(card).getByRole('article');

test('at the foot of a card a name and Enter add a task; tokens become fields', async () => {
  const organization = await createOrganization();
  const sofia = organization.addPerson('Sofia Marsh', 'Member');
  const project = await organization.makeProject({
    cards: { 'To do': ['Rope'] },
    members: [sofia],
  });
  const device = await open(organization, project.path);
  await button('Add task to To do').click();
  await expect.element(text()).toHaveFocus();

  await step('one after the other, at the end, with me and Medium', async () => {
    for (const name of ['Pegs', 'Lamp']) {
      await type(name);
      await press('Enter');
      await expect.element(text()).toHaveValue('');
    }
    await expect.element(shownIn('To do')).toHaveLength(3);
    await expect.element(tile('Lamp')).toMatchTextContent('Ada Field');
    await see(tile('Lamp').getByText('Priority Medium'));
  });

  await step(
    'a priority and a person are completed by Enter, a date is read at the end',
    async () => {
      await type('Fix the ridge tomorrow !hi');
      await see(page.getByRole('option', { name: 'High' }));
      await press('Enter');
      await type('@sof');
      await press('Enter');
      await see(button('Priority: High'));
      await see(button('Assign to: Sofia Marsh'));
      await see(button('Due date: Tomorrow'));
      await press('Enter');
      await expect.element(tile('Fix the ridge')).toMatchTextContent('Sofia Marsh');
      await expect.element(tile('Fix the ridge')).toMatchTextContent('Tomorrow');
    },
  );

  await step('a label that does not exist is added once, and named at once', async () => {
    await type('Paint the gate #winter');
    await see(page.getByRole('option', { name: 'Add label “winter”' }));
    await press('Enter');
    await see(button('Label: winter'));
    await press('Enter');
    await see(tile('Paint the gate'));
    const labels = (await device.outbox()).filter((name) => name === 'label-create');
    expect(labels).toHaveLength(1);
  });

  await step('a chosen assignee and priority stay for the next task', async () => {
    await button('Priority: Medium').click();
    await page.getByRole('menuitem', { name: 'Low' }).click();
    await see(button('Priority: Low'));
    await text().fill('Stove');
    await press('Enter', text());
    await see(tile('Stove').getByText('Priority Low'));
    await see(button('Priority: Low'));
  });

  await step('Escape closes it, keeps the text and returns the focus', async () => {
    await text().fill('Half a tas');
    await press('Escape', text());
    await expect.element(button('Add task to To do')).toHaveFocus();
    await button('Add task to To do').click();
    await expect.element(text()).toHaveValue('Half a tas');
  });

  expect(await boardAfterSync(device, project.id)).toEqual([
    { card: 'To do', tasks: ['Rope', 'Pegs', 'Lamp', 'Fix the ridge', 'Paint the gate', 'Stove'] },
  ]);
});

test('several lines become several tasks after one question, or one task', async () => {
  const organization = await createOrganization();
  const project = await organization.makeProject({ cards: { 'To do': [] } });
  await open(organization, project.path);
  await button('Add task to To do').click();
  const question = page.getByRole('alertdialog', { name: 'Add 3 tasks?' });

  await text().fill('- Rope\n- Pegs !high\n\n3. Lamp');
  await press('Enter', text());
  await button('Cancel', question).click();
  await expect.element(text()).toHaveValue('- Rope\n- Pegs !high\n\n3. Lamp');
  await press('Enter', text());
  await button('Add 3 tasks', question).click();
  await expect.element(shownIn('To do')).toHaveLength(3);
  await see(tile('Pegs').getByText('Priority High'));

  await text().fill('Pack the van\nstove\ngas');
  await press('Enter', text());
  await button(/^Add one task/, question).click();
  await expect.element(shownIn('To do')).toHaveLength(4);
  await expect.element(tile('Pack the van')).toMatchTextContent('stove');
});

test('a name that is too long or missing is reported, and nothing is lost', async () => {
  const organization = await createOrganization();
  const project = await organization.makeProject({ cards: { 'To do': [] } });
  await open(organization, project.path);
  await button('Add task to To do').click();
  const long = '🪨'.repeat(100);
  await text().fill(long);
  await press('Enter', text());
  await see(page.getByText('Task name should not exceed more than 100 characters !!'));
  await expect.element(text()).toHaveValue(long);
  await text().fill('!high');
  await gone(page.getByText('Task name should not exceed more than 100 characters !!'));
  await press('Escape', text());
  await press('Enter', text());
  await see(page.getByText('Name is required'));
  await expect.element(shownIn('To do')).toHaveLength(0);
});

test('More opens the whole form with the typed text, which stays until the task is added', async () => {
  const organization = await createOrganization();
  const project = await organization.makeProject({ cards: { 'To do': [] } });
  await open(organization, project.path);
  await button('Add task to To do').click();
  const form = page.getByRole('dialog', { name: 'Add Task' });

  await text().fill('Rope !high');
  await press('Control+Enter', text());
  await expect.element(form.getByLabelText('Task name')).toHaveValue('Rope');
  await expect.element(form.getByRole('combobox', { name: 'Priority' })).toHaveValue('High');
  await expect.element(form.getByRole('combobox', { name: 'Assign to' })).toHaveValue('Ada Field');
  await press('Escape', form.getByLabelText('Task name'));
  await gone(form);
  await expect.element(text()).toHaveValue('Rope !high');

  await button('More').click();
  await form.getByLabelText('Description').fill('40 m, dry');
  await button('Add to To do', form).click();
  await gone(form);
  await expect.element(tile('Rope')).toMatchTextContent('40 m, dry');
  await expect.element(text()).toHaveValue('');
});

test('C opens the composer over any screen, the palette begins a task, and Show leads to it', async () => {
  const organization = await createOrganization();
  const project = await organization.makeProject({ cards: { 'To do': [], Doing: [] } });
  await open(organization, '/home-view');
  const dialog = page.getByRole('dialog', { name: 'New task' });
  const name = dialog.getByLabelText('Task name');
  // The rights of the person have been read.
  await see(page.getByRole('link', { name: 'User Management' }));

  await press('c');
  await expect.element(name).toHaveFocus();
  await dialog.getByRole('combobox', { name: 'Card' }).click();
  await page.getByRole('option', { name: 'Doing' }).click();
  await name.fill('Rope');
  await press('Enter', name);
  await expect.element(name).toHaveValue('');
  await expect.element(dialog).toMatchTextContent(`Task added to ${project.name}, Doing`);
  await press('Escape', name);
  await gone(dialog);

  await press('Control+k');
  await type('new task Pegs tomorrow');
  await see(page.getByRole('option', { name: 'New task: Pegs tomorrow' }));
  await press('Enter');
  await expect.element(name).toHaveValue('Pegs tomorrow');
  await press('Enter', name);
  await expect.element(name).toHaveValue('');
  await button('Show', dialog).click();
  await see(taskPanel('Pegs'));
  await expect.element(shownIn('Doing')).toHaveLength(2);
});

test('text typed before the palette or the composer is shown is its text, and runs no shortcut', async () => {
  const organization = await createOrganization();
  await organization.makeProject({ cards: { 'To do': [] } });
  await open(organization, '/home-view');
  await see(page.getByRole('link', { name: 'User Management' }));

  pressAtOnce({ key: 'k', ctrlKey: true }, 'new task Clap');
  await see(page.getByRole('option', { name: 'New task: Clap' }));
  await press('Escape');
  await gone(page.getByRole('dialog', { name: 'Search or go to' }));

  pressAtOnce({ key: 'c' }, 'Crampons');
  const dialog = page.getByRole('dialog', { name: 'New task' });
  await expect.element(dialog.getByLabelText('Task name')).toHaveValue('Crampons');
});

/** Presses a key and types a text before the app can render anything. */
function pressAtOnce(key: KeyboardEventInit, text: string): void {
  for (const next of [key, ...Array.from(text, (letter) => ({ key: letter }))]) {
    document.body.dispatchEvent(
      new KeyboardEvent('keydown', { ...next, bubbles: true, cancelable: true }),
    );
  }
}

test('the add menu begins with a task, on a phone as well', async () => {
  const organization = await createOrganization();
  await organization.makeProject({ cards: { 'To do': [] } });
  await page.viewport(390, 844);
  await open(organization, '/home-view');
  await button('Add a task, todo or note').click();
  await page.getByRole('menuitem', { name: 'Task' }).click();
  await expect
    .element(page.getByRole('dialog', { name: 'New task' }).getByLabelText('Task name'))
    .toHaveFocus();
  await page.viewport(1440, 900);
});

test('a person who may not add tasks reads why, and no composer opens', async () => {
  const organization = await createOrganization();
  const rhona = organization.addPerson('Rhona Reid', 'Manager');
  const level = organization
    .rows()
    .get(roleLevels.table)
    ?.find((row) => row['name'] === 'Level 2');
  await organization.apply(roleLevelEdit, { id: level?.id ?? '', post_access: false });
  const project = await organization.makeProject({ cards: { 'To do': [] }, members: [rhona] });
  await open(organization, project.path, rhona);
  const alert = page.getByRole('alertdialog');
  await see(heading(project.name));
  for (const opens of [() => press('c'), () => button('Add task to To do').click()]) {
    await opens();
    await expect.element(alert).toMatchTextContent('You dont have access to add a task');
    await button('OK', alert).click();
    await gone(alert);
  }
  await gone(text());
  await gone(page.getByRole('dialog', { name: 'New task' }));
});

test('lines that are refused return in front of the text that was typed meanwhile', async () => {
  const organization = await createOrganization();
  const sofia = organization.addPerson('Sofia Marsh', 'Member');
  const members = [sofia];
  const project = await organization.makeProject({ cards: { 'To do': [] }, members });
  const device = await open(organization, project.path);
  await button('Add task to To do').click();
  await text().fill('Rope @sofia\nPegs');
  await see(button('Assign to: Sofia Marsh'));
  await press('Enter', text());
  const release = await deferWrites();
  const lost = device.lose(teamMembers, memberId(project.id, sofia.orgUserId));
  await button('Add 2 tasks', page.getByRole('alertdialog')).click();
  await expect.element(text()).toHaveValue('');
  await text().fill('Lamp');
  await release();
  await lost;
  await button('OK', page.getByRole('alertdialog')).click();
  await see(tile('Pegs'));
  await expect.element(text()).toHaveValue('Rope @sofia\nLamp');
  await expect.element(shownIn('To do')).toHaveLength(1);
});

test('Enter right after the choice of another project adds the task there', async () => {
  const organization = await createOrganization();
  const former = await organization.makeProject({ cards: { 'To do': [] } });
  const next = await organization.makeProject({ name: 'Bothy', cards: { Roof: [] } });
  const device = await open(organization, former.path);
  await see(column('To do'));
  await press('c');
  const dialog = page.getByRole('dialog', { name: 'New task' });
  const name = dialog.getByLabelText('Task name');
  await expect.element(name).toHaveFocus();
  await type('Slates');
  const release = await deferReads({ table: 'cards' });
  await choose(dialog, 'Project', 'Bothy');
  await press('Enter', name);
  await release();
  await see(dialog.getByText('Task added to Bothy, Roof'));
  await expect.element(name).toHaveValue('');
  const [slates] = await device.rows(tasks);
  expect(slates).toMatchObject({ project: next.id, card: next.cards['Roof'] });
});

test('the foot of the list and a day of the calendar add tasks by typing', async () => {
  const organization = await createOrganization();
  const project = await organization.makeProject({ cards: { 'To do': ['Rope'], Doing: [] } });
  const device = await open(organization, `${project.path}?view=list`);

  await step('in the list, to a card that is chosen', async () => {
    await button('Add task').click();
    await expect.element(text()).toHaveFocus();
    await type('Pegs');
    await press('Enter');
    await see(button('Pegs'));
    await button('Card: To do').click();
    await page.getByRole('menuitem', { name: 'Doing' }).click();
    await page.getByLabelText('Task name for Doing').click();
    await type('Lamp');
    await press('Enter');
    await see(button('Lamp'));
    await press('Escape');
    await expect.element(button('Add task')).toHaveFocus();
  });

  await step('on a day, due that day unless the text says another', async () => {
    await load(`${project.path}?view=calendar`);
    const today = page.css('[data-today]');
    await press('Enter', today.getByRole('button', { name: 'Add a task due' }));
    await expect.element(text()).toHaveFocus();
    await see(button('Due date: Today'));
    for (const name of ['Axe', 'Bow']) {
      await type(name);
      await press('Enter');
      await see(today.getByRole('button', { name }));
    }
    await button('Due date: Today').click();
    await page.getByRole('menuitem', { name: 'No due date' }).click();
    await see(page.getByRole('button', { name: 'Due date', exact: true }));
    await text().click();
    await type('Dye');
    await press('Enter');
    await see(button('Due date: Today'));
    await button('Due date: Today').click();
    await page.getByRole('menuitem', { name: 'Tomorrow' }).click();
    await text().click();
    await type('Call Anna');
    await see(button('Due date: Tomorrow'));
    await press('Enter');
    await see(button('Due date: Today'));
    await type('Cup 24 dec 2031');
    await see(button(/^Due date: 24 Dec/));
    await press('Enter');
    await expect.element(text()).toHaveValue('');
    await press('Escape');
    await gone(text());
    await expect.element(today.getByRole('button', { name: 'Add a task due' })).toHaveFocus();
    await page.getByRole('link', { name: 'List' }).click();
    await see(button('Cup'));
    await see(button('Call Anna'));
  });

  const sent = await boardAfterSync(device, project.id);
  expect(sent).toEqual([
    { card: 'To do', tasks: ['Rope', 'Pegs', 'Axe', 'Bow', 'Dye', 'Call Anna', 'Cup'] },
    { card: 'Doing', tasks: ['Lamp'] },
  ]);
  const rows = (await device.rowsAfterSync()).get(tasks.table) ?? [];
  const dueOf = (name: string) =>
    rows.map((row) => tasks.parse(row)).find((row) => row.name === name)?.end_date;
  const today = dueOf('Axe') ?? '';
  expect([dueOf('Dye'), dueOf('Call Anna')]).toEqual([null, addDays(today, 1)]);
});

test('a due date that was chosen before the name survives a reload', async () => {
  const organization = await createOrganization();
  await organization.makeProject({ cards: { 'To do': ['Rope'] } });
  const device = await open(organization, '/home-view');
  const dialog = page.getByRole('dialog', { name: 'New task' });
  const compose = async () => {
    // The rights of the person have been read.
    await see(page.getByRole('link', { name: 'User Management' }));
    await press('c');
    await expect.element(dialog.getByLabelText('Task name')).toHaveFocus();
  };
  await compose();
  await dialog.getByRole('button', { name: 'Due date', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Tomorrow' }).click();
  await see(dialog.getByRole('button', { name: 'Due date: Tomorrow' }));
  await load('/home-view');
  await compose();
  await see(dialog.getByRole('button', { name: 'Due date: Tomorrow' }));
  await dialog.getByLabelText('Task name').fill('Pegs');
  await press('Enter', dialog.getByLabelText('Task name'));
  await see(dialog.getByRole('button', { name: 'Due date', exact: true }));
  const [pegs] = (await device.rows(tasks)).filter(({ name }) => name === 'Pegs');
  expect(pegs?.end_date).toBe(addDays(new Date().toLocaleDateString('sv'), 1));
});

/** Changing one property of a task by a key, from a tile, a row, the open task, or for a selection. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { subtaskCreate } from '../../../model/mutations/subtask/subtask-create.ts';
import { load, open } from './support/app.tsx';
import { column, openAddTask, taskPanel, tickBox, tile } from './support/board.ts';
import { createOrganization, freshId } from './support/organization.ts';
import { button, field, gone, press, see, step, type } from './support/screen.ts';

const name = (task: string) => tile(task).getByRole('button', { name: task, exact: true });
const dialog = (title: string) => page.getByRole('dialog', { name: title });

test('a key and a digit change a task on the board; Undo restores it', async () => {
  const organization = await createOrganization();
  const sofia = organization.addPerson('Sofia Marsh', 'Member');
  const project = await organization.makeProject({
    cards: { 'To do': ['Rope', 'Pegs'], Doing: [] },
    members: [sofia],
  });
  await open(organization, project.path);
  await see(tile('Rope'));

  await step('priority', async () => {
    await press('p', name('Rope'));
    await see(dialog('Priority of Rope').getByRole('option', { name: 'High' }));
    await type('hi');
    await press('Enter');
    await see(tile('Rope').getByText('Priority High'));
    await expect.element(name('Rope')).toHaveFocus();
    await press('Control+z');
    await see(tile('Rope').getByText('Priority Medium'));
  });

  await step('due date', async () => {
    await press('d', name('Rope'));
    await see(dialog('Due date of Rope'));
    await type('tomo');
    await see(dialog('Due date of Rope').getByRole('option', { name: 'Tomorrow' }));
    await press('Enter');
    await expect.element(tile('Rope')).toMatchTextContent('Tomorrow');
  });

  await step('assignee: replaced, then a further one', async () => {
    await press('a', name('Rope'));
    const only = dialog('Assignee of Rope').getByRole('group', { name: 'Assign to' });
    await see(only.getByRole('option', { name: 'Sofia Marsh' }));
    await press('2');
    await gone(dialog('Assignee of Rope'));
    await expect.element(tile('Rope')).toMatchTextContent('Sofia Marsh');
    await press('a', name('Rope'));
    await tickBox(dialog('Assignee of Rope').getByRole('option', { name: 'Ada Field' }));
    await expect.element(tile('Rope')).toMatchTextContent('0/2');
    await press('Escape');
    await gone(dialog('Assignee of Rope'));
  });

  await step('label: a new one', async () => {
    await press('l', name('Rope'));
    await type('winter');
    await see(dialog('Label of Rope').getByRole('option', { name: 'Add label “winter”' }));
    await press('Enter');
    await see(tile('Rope').getByText('winter'));
  });

  await step('stage', async () => {
    await press('s', name('Rope'));
    await type('doi');
    await see(dialog('Stage of Rope').getByRole('option', { name: 'Doing' }));
    await press('Enter');
    await see(column('Doing').getByRole('article').getByText('Rope'));
    await expect.element(column('To do').getByRole('article')).toHaveLength(1);
    await expect.element(name('Rope')).toHaveFocus();
  });

  await step('name', async () => {
    await press('e', name('Rope'));
    await see(dialog('Rename task'));
    await type('Long rope');
    await press('Enter');
    await see(tile('Long rope'));
  });
});

test('the open task is edited in place: name, description, dates', async () => {
  const organization = await createOrganization();
  const project = await organization.makeProject({ cards: { 'To do': ['Rope'] } });
  await open(organization, project.path);
  await name('Rope').click();
  const panel = () => taskPanel('Rope');
  await see(panel());

  await step('the description is saved by leaving the field', async () => {
    await button('Edit description', panel()).click();
    await expect.element(panel().getByLabelText('Description')).toHaveFocus();
    await type('40 m, dry');
    await panel().getByText('Priority', { exact: true }).click();
    await expect.element(tile('Rope')).toMatchTextContent('40 m, dry');
    await gone(panel().getByRole('textbox', { name: 'Description' }));
  });

  await step('dates by their pickers', async () => {
    await button('Due date: No Due Date', panel()).click();
    await see(dialog('Due date of Rope'));
    await type('today');
    await see(page.getByRole('option', { name: 'Today' }));
    await press('Enter');
    await expect.element(tile('Rope')).toMatchTextContent('Today');
    await button('Start date: No start date', panel()).click();
    await see(dialog('Start date of Rope'));
    await type('tomorrow');
    await see(page.getByRole('option', { name: 'Tomorrow' }));
    await press('Enter');
    // The end would be before the start.
    await see(page.getByRole('alertdialog'));
    await press('Escape');
  });

  await step('the name: Escape keeps it, Enter saves', async () => {
    const title = () => page.getByRole('dialog').getByRole('textbox', { name: 'Task name' });
    await button('Rope', panel()).click();
    await type('Nothing');
    await press('Escape');
    await see(panel());
    await button('Rope', panel()).click();
    await expect.element(title()).toHaveFocus();
    await type('Long rope');
    await press('Enter');
    await see(taskPanel('Long rope'));
    await see(tile('Long rope'));
  });
});

test('every field of the open task is a chip that opens its picker, by click and by key', async () => {
  const organization = await createOrganization();
  const sofia = organization.addPerson('Sofia Marsh', 'Member');
  const project = await organization.makeProject({
    cards: { 'To do': ['Rope'], Doing: [] },
    members: [sofia],
  });
  await open(organization, project.path);
  await name('Rope').click();
  const panel = () => taskPanel('Rope');
  const choose = async (chip: string, title: string, option: string) => {
    await button(chip, panel()).click();
    await dialog(title).getByRole('option', { name: option }).first().click();
  };

  await step('a second assignee', async () => {
    await choose('Add a further assignee', 'Further assignee of Rope', 'Sofia Marsh');
    await see(button(/^Assignee: Ada Field.+Sofia Marsh$/, panel()));
    await expect.element(tile('Rope')).toMatchTextContent('0/2');
    await press('Control+z');
    await see(button('Assignee: Ada Field', panel()));
  });
  await step('priority, label, stage', async () => {
    await choose('Priority: Medium', 'Priority of Rope', 'High');
    await see(button('Priority: High', panel()));
    await button('Label: None', panel()).click();
    await type('winter');
    await see(dialog('Label of Rope').getByRole('option', { name: 'Add label' }));
    await press('Enter');
    await see(button('Label: winter', panel()));
    await choose('Stage: To do', 'Stage of Rope', 'Doing');
    await see(button('Stage: Doing', panel()));
  });
  await step('collaborators, by their key and with Undo', async () => {
    await press('o', button('Stage: Doing', panel()));
    await type('sof');
    await see(dialog('Collaborators of Rope').getByRole('option', { name: 'Sofia Marsh' }));
    await press('Enter');
    await see(button('Collaborators: Sofia Marsh', panel()));
    await choose('Collaborators: Sofia Marsh', 'Collaborators of Rope', 'Sofia Marsh');
    await see(button('Collaborators: None', panel()));
    await press('Control+z');
    await see(button('Collaborators: Sofia Marsh', panel()));
  });
  await step('an archived task only shows its values', async () => {
    await button('More for this task', panel()).click();
    await page.getByRole('menuitem', { name: 'Archive' }).click();
    await gone(tile('Rope'));
    await load(`${project.path}?task=${project.tasks['Rope'] ?? ''}`);
    await see(panel().getByText('This task is archived.'));
    await expect.element(panel()).toMatchTextContent('StageDoing');
    await gone(panel().getByRole('button', { name: 'Stage: ' }));
  });
});

test('keys typed before the options are read choose as soon as they are there', async () => {
  const organization = await createOrganization();
  const sofia = organization.addPerson('Sofia Marsh', 'Member');
  const project = await organization.makeProject({
    cards: { 'To do': ['Rope'] },
    members: [sofia],
  });
  await open(organization, project.path);
  await see(name('Rope'));
  (await name('Rope').findElement()).focus();
  typeAtOnce(['a', 's', 'o', 'Enter', 'x']);
  await expect.element(tile('Rope')).toMatchTextContent('Sofia Marsh');
  await gone(page.getByRole('dialog'));
  await gone(page.getByRole('toolbar', { name: 'Selected tasks' }));

  await step('after a click on a chip too', async () => {
    await name('Rope').click();
    const chip = await button('Label: None', taskPanel('Rope')).findElement();
    chip.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    typeAtOnce(['s', 'n', 'o', 'w', 'Enter']);
    await see(button('Label: snow', taskPanel('Rope')));
  });
});

/** All of one instant: no picker can be rendered in between. */
function typeAtOnce(keys: readonly string[]): void {
  for (const key of keys) {
    document.activeElement?.dispatchEvent(
      new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
    );
  }
}

test('Enter takes an option in the moment in which it is on the screen', async () => {
  const organization = await createOrganization();
  const project = await organization.makeProject({ cards: { 'To do': [], Doing: ['Rope'] } });
  await open(organization, project.path);
  await see(tile('Rope'));
  const observer = new MutationObserver(() => {
    const option = document.querySelector('dialog [role="option"]');
    if (option === null) return;
    observer.disconnect();
    const combobox = option.closest('dialog')?.querySelector('input');
    combobox?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
  });
  observer.observe(document.body, { childList: true, subtree: true });
  await press('s', name('Rope'));
  await see(column('To do').getByRole('article').getByText('Rope'));
  await gone(dialog('Stage of Rope'));
});

test('the menu of a tile offers the pickers with their present keys', async () => {
  const organization = await createOrganization();
  const project = await organization.makeProject({ cards: { 'To do': ['Rope'] } });
  localStorage.setItem('cairn-shortcuts', JSON.stringify({ p: 'v' }));
  await open(organization, project.path);
  await tile('Rope').hover();
  await button('Actions for Rope').click();
  const keys = {
    Open: 'Enter',
    'Move to...': 'S',
    Assignee: 'A',
    Collaborators: 'O',
    Priority: 'V',
    'Due date': 'D',
    'Start date': 'T',
    Label: 'L',
    Rename: 'E',
    Select: 'X',
  };
  for (const [item, key] of Object.entries(keys)) {
    const entry = page.getByRole('menuitem', { name: item, exact: true });
    await expect.element(entry).toMatchTextContent(`${item}${key}`);
  }
  await see(page.getByRole('menuitem', { name: 'Mark as completed' }));
  await see(page.getByRole('menuitem', { name: 'Duplicate' }));
  await page.getByRole('menuitem', { name: 'Collaborators' }).click();
  await see(dialog('Collaborators of Rope'));
  localStorage.removeItem('cairn-shortcuts');
});

test('text typed into a description survives closing the app before it is saved', async () => {
  const organization = await createOrganization();
  const project = await organization.makeProject({ cards: { 'To do': ['Rope'] } });
  await open(organization, project.path);
  await name('Rope').click();
  await button('Edit description', taskPanel('Rope')).click();
  await type('Half a sent');
  await load(`${location.pathname}${location.search}`);
  await expect.element(taskPanel('Rope').getByLabelText('Description')).toHaveValue('Half a sent');
});

test('a selection is changed by one key, duplicated, and marked as done', async () => {
  const organization = await createOrganization();
  const project = await organization.makeProject({ cards: { 'To do': ['Rope', 'Pegs', 'Lamp'] } });
  await organization.apply(subtaskCreate, {
    id: freshId(),
    project: project.id,
    task: project.tasks['Rope'] ?? '',
    rank: 'V',
    name: 'Buy it',
    start_date: null,
    end_date: null,
    is_completed: true,
    document: null,
  });
  await open(organization, project.path);
  await press('x', name('Rope'));
  await press('x', name('Pegs'));
  await press('p');
  await see(dialog('Priority of 2 tasks'));
  await type('low');
  await see(page.getByRole('option', { name: 'Low' }));
  await press('Enter');
  await see(tile('Rope').getByText('Priority Low'));
  await see(tile('Pegs').getByText('Priority Low'));
  await see(page.getByText('2 tasks set to Low'));
  const more = button('More', page.getByRole('toolbar', { name: 'Selected tasks' }));
  await more.click();
  await page.getByRole('menuitem', { name: 'Start date' }).click();
  await dialog('Start date of 2 tasks').getByRole('option', { name: 'Today' }).click();
  await see(page.getByText('2 tasks starting Today'));
  await more.click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  // The subtask is copied as well, and open.
  await expect.element(tile('Copy of Rope')).toMatchTextContent('0/1');
  await see(tile('Copy of Pegs'));
});

test('who may not change a task reads why at the key', async () => {
  const organization = await createOrganization();
  const rhona = organization.addPerson('Rhona Reid', 'Member');
  const project = await organization.makeProject({
    cards: { 'To do': ['Rope'] },
    members: [rhona],
  });
  await open(organization, project.path, rhona);
  await press('d', name('Rope'));
  const alert = page.getByText('Only the person who created the task can edit it');
  await see(alert);
  await press('Enter');
  await gone(alert);
});

test('the whole form works by keyboard: Tab and Enter choose what is typed, and an error gets the focus', async () => {
  const organization = await createOrganization();
  const sofia = organization.addPerson('Sofia Marsh', 'Member');
  const project = await organization.makeProject({ cards: { 'To do': [] }, members: [sofia] });
  await open(organization, project.path);
  const form = await openAddTask('To do');
  const choice = (label: string) => form.getByRole('combobox', { name: label });
  await button('Add to To do', form).click();
  await expect.element(field('Task name', form)).toHaveFocus();
  await type('Rope');
  await press('Tab');
  await expect.element(choice('Priority')).toHaveFocus();
  await type('hi');
  await see(page.getByRole('option', { name: 'High' }));
  await press('Tab');
  await expect.element(choice('Assign to')).toHaveFocus();
  await expect.element(choice('Priority')).toHaveValue('High');
  await type('sof');
  await see(page.getByRole('option', { name: 'Sofia Marsh' }));
  await press('Enter');
  await expect.element(choice('Assign to')).toHaveValue('Sofia Marsh');
  await button('Add to To do', form).click();
  await gone(form);
  await see(tile('Rope').getByText('Priority High'));
});

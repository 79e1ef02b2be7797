/** The picker of assignees and collaborators, in which several people are ticked. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { taskAssign } from '../../../model/mutations/task/task-assign.ts';
import { open } from './support/app.tsx';
import { tickBox, tile } from './support/board.ts';
import { createOrganization, type Person } from './support/organization.ts';
import { button, gone, press, see, step, type } from './support/screen.ts';

const name = (task: string) => tile(task).getByRole('button', { name: task, exact: true });
const dialog = (title: string) => page.getByRole('dialog', { name: title });

test('several people are ticked in one visit of the picker, by key and by mouse', async () => {
  const organization = await createOrganization();
  const members = ['Lena Hill', 'Sofia Marsh', 'Tom Weir'].map((person) =>
    organization.addPerson(person, 'Member'),
  );
  const project = await organization.makeProject({ cards: { 'To do': ['Rope'] }, members });
  await open(organization, project.path);
  const assignees = () => dialog('Assignee of Rope');
  const person = (who: string) => assignees().getByRole('option', { name: who });
  const ticked = () => assignees().getByRole('option', { selected: true });

  await step('Space ticks and unticks, and the picker stays open', async () => {
    await press('a', name('Rope'));
    await see(person('Lena Hill'));
    await expect.element(ticked()).toMatchTextContent('Ada Field (you)');
    await press('ArrowDown');
    await press('Space');
    await expect.element(person('Lena Hill')).toHaveAttribute('aria-selected', 'true');
    await press('ArrowDown');
    await press('Space');
    await expect.element(tile('Rope')).toMatchTextContent('0/3');
    await press('Space');
    await expect.element(tile('Rope')).toMatchTextContent('0/2');
  });

  await step('a second Space takes back a tick that is not on the screen yet', async () => {
    await press('Space');
    await press('Space');
    await press('ArrowDown');
    await press('Space');
    await expect.element(person('Tom Weir')).toHaveAttribute('aria-selected', 'true');
    await expect.element(tile('Rope')).toMatchTextContent('0/3');
    await press('Space');
    await expect.element(tile('Rope')).toMatchTextContent('0/2');
  });

  await step(
    'after typed text Ctrl+Enter ticks, and the text makes room for the next name',
    async () => {
      await type('tom w');
      await press('Control+Enter');
      await expect.element(tile('Rope')).toMatchTextContent('0/3');
      await expect.element(assignees().getByRole('combobox')).toHaveValue('');
    },
  );

  await step(
    'Enter closes without another change; with a further name it adds that one',
    async () => {
      await press('Enter');
      await gone(assignees());
      await expect.element(tile('Rope')).toMatchTextContent('0/3');
      await press('a', name('Rope'));
      await tickBox(person('Ada Field'));
      await expect.element(tile('Rope')).toMatchTextContent('0/2');
      await type('sof');
      await press('Enter');
      await gone(assignees());
      await expect.element(tile('Rope')).toMatchTextContent('0/3');
    },
  );

  await step('of several assignees Enter takes one away, and Undo restores it', async () => {
    await press('a', name('Rope'));
    await type('lena');
    await press('Enter');
    await gone(assignees());
    await expect.element(tile('Rope')).toMatchTextContent('0/2');
    await press('Control+z');
    await expect.element(tile('Rope')).toMatchTextContent('0/3');
  });

  await step(
    'collaborators by mouse: from the first box on, a click on a name ticks too',
    async () => {
      await press('o', name('Rope'));
      const picker = dialog('Collaborators of Rope');
      await tickBox(picker.getByRole('option', { name: 'Lena Hill' }));
      await picker.getByRole('option', { name: 'Tom Weir' }).click();
      await expect.element(picker.getByRole('option', { selected: true })).toHaveLength(2);
      await button('OK', picker).click();
      await gone(picker);
      await press('o', name('Rope'));
      await expect.element(picker.getByRole('option', { selected: true })).toHaveLength(2);
      await press('Escape');
    },
  );
});

test('a person whose tick was refused is ticked by the next press', async () => {
  const organization = await createOrganization();
  const { founder } = organization;
  const rhona = organization.addPerson('Rhona Reid', 'Member');
  const members = [rhona, organization.addPerson('Tom Weir', 'Member')];
  const project = await organization.makeProject({ cards: { 'To do': ['Rope'] }, members });
  const id = project.tasks['Rope'] ?? '';
  const assign = async ({ orgUserId }: Person) =>
    await organization.apply(taskAssign, {
      id,
      project: project.id,
      assigned_to: orgUserId,
      assigned_users: [],
    });
  await assign(rhona);
  const device = await open(organization, project.path, rhona);
  await press('o', name('Rope'));
  const tom = dialog('Collaborators of Rope').getByRole('option', { name: 'Tom Weir' });
  await see(tom);
  await assign(founder);
  await device.receive();
  await type('tom');
  await press('Control+Enter');
  const alert = page.getByRole('alertdialog');
  await see(alert.getByText('Only the creator and the assignee can choose collaborators'));
  await button('OK', alert).click();
  await gone(alert);
  await assign(rhona);
  await device.receive();
  await type('tom');
  await press('Control+Enter');
  await expect.element(tom).toHaveAttribute('aria-selected', 'true');
});

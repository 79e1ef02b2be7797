/** The first board of a new organisation, made from one answer on Home. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { SAMPLE_TASKS } from '../../../src/data/start-board.ts';
import { load, open } from './support/app.tsx';
import { boardAfterSync, expectBoard } from './support/board.ts';
import { createOrganization } from './support/organization.ts';
import { button, expectUrl, gone, heading, press, see, step, type } from './support/screen.ts';

const question = () => page.getByRole('heading', { name: 'What are you working on?' });
const answer = () => page.getByLabelText('Name of the first project');

test('one answer makes workspace, project, cards and sample tasks, and opens the board', async () => {
  const organization = await createOrganization('Hill Paths');
  const device = await open(organization, '/home-view');
  await see(question());
  await button('Create board').click();
  await see(page.getByText('A name is required'));
  await expect.element(answer()).toHaveFocus();
  await type('Hut extension');
  await press('Enter');
  await expectUrl(/\/workspace\/hut-extension-/);
  const board = [
    { card: 'To do', tasks: [...SAMPLE_TASKS] },
    { card: 'Doing', tasks: [] },
    { card: 'Done', tasks: [] },
  ];
  await expectBoard(board);
  await step('the server accepts every part of it', async () => {
    const rows = await device.rowsAfterSync();
    const [project] = rows.get('projects') ?? [];
    expect(await boardAfterSync(device, project?.id ?? '')).toEqual(board);
  });
});

test('the question can be skipped, and stays skipped', async () => {
  const organization = await createOrganization();
  await open(organization, '/home-view');
  await button('Skip').click();
  await gone(question());
  await load('/home-view');
  await see(heading(/Ada Field/));
  await gone(question());
});

test('nobody is asked who may not create projects, or whose organisation has one', async () => {
  const organization = await createOrganization();
  const rhona = organization.addPerson('Rhona Reid', 'Member');
  await open(organization, '/home-view', rhona);
  await see(heading(/Rhona Reid/));
  await gone(question());
  await organization.makeProject({ cards: { 'To do': [] } });
  await open(organization, '/home-view');
  await see(page.getByRole('link', { name: 'Ridge trail' }).first());
  await gone(question());
});

/** The board of a project: its cards and tasks, what a member may do, what is missing. */
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { taskEdit } from '../../../model/mutations/task/task-edit.ts';
import { open } from './support/app.tsx';
import {
  addTask,
  boardOnScreen,
  column,
  expectBoard,
  moveByMenu,
  openTask,
  tile,
} from './support/board.ts';
import { createOrganization } from './support/organization.ts';
import {
  type Box,
  boxOf,
  drawn,
  field,
  heading,
  pill,
  press,
  see,
  settled,
} from './support/screen.ts';

describe('/workspace/$slug', () => {
  test('the board shows its cards and tasks; an added card and task are on the device', async () => {
    const organization = await createOrganization();
    const project = await organization.makeProject({ cards: { 'To do': ['Rope', 'Pegs'] } });
    const device = await open(organization, project.path);
    await see(heading('Ridge trail'));
    await expectBoard([{ card: 'To do', tasks: ['Rope', 'Pegs'] }]);
    await page.getByRole('button', { name: 'Add Card' }).click();
    await field('Card name').fill('Doing');
    await press('Enter', field('Card name'));
    await see(column('Doing'));
    await press('Escape');
    await addTask('Doing', { name: 'Lamp', assignee: 'Ada Field' });
    await see(tile('Lamp'));
    await expect.poll(device.outbox).toEqual(['card-create', 'task-create']);
    await expect.element(pill()).toMatchTextContent('Offline, 2 waiting');
  });

  test('a task that is moved is in one column at every moment', async () => {
    const organization = await createOrganization();
    const project = await organization.makeProject({
      cards: { 'To do': ['Rope', 'Pegs'], Doing: ['Lamp'], Done: ['Tar'] },
    });
    await open(organization, project.path);
    await see(tile('Rope'));
    const moments: string[] = [];
    const watching = new MutationObserver(() => {
      const columns = boardOnScreen().filter(({ tasks }) => tasks.includes('Rope'));
      moments.push(columns.map(({ card }) => card).join(' and '));
    });
    watching.observe(document.body, { childList: true, subtree: true });
    for (const card of ['Doing', 'Done', 'To do', 'Done']) await moveByMenu('Rope', card);
    watching.disconnect();
    const changes = moments.filter((moment, index) => moment !== moments[index - 1]);
    expect(changes).toEqual(['To do', 'Doing', 'Done', 'To do', 'Done']);
  });

  test('a tile that was moved keeps its height when one above it grows, and a selection changes none', async () => {
    const organization = await createOrganization();
    const above = ['Pegs', 'Lamp', 'Axe', 'Tarp'];
    const { path, tasks } = await organization.makeProject({
      cards: { 'To do': ['Rope'], Done: [...above, 'Dig'] },
    });
    const device = await open(organization, path);
    await press('Space', tile('Rope').getByRole('button', { name: 'Rope', exact: true }));
    const tiles = [...above, 'Rope', 'Dig'].map(tile);
    const read = () => settled(() => Promise.all(tiles.map(boxOf)));
    const expectMoved = async (before: number) => {
      await expectBoard([
        { card: 'To do', tasks: [] },
        { card: 'Done', tasks: [...above.slice(0, before), 'Rope', ...above.slice(before), 'Dig'] },
      ]);
      // Until it rests: its height is measured then.
      await read();
    };
    for (const count of above.keys()) {
      await press(count === 0 ? 'ArrowRight' : 'ArrowDown');
      await expectMoved(count);
    }
    await press('ArrowDown');
    await expectMoved(above.length);
    await press('Space');
    await see(page.getByText('Dropped Rope, position 5 of 6 in Done.'));
    await see(tile('Rope').getByText('Saved on this device, not sent yet'));
    await drawn();
    const gapsOf = (boxes: readonly Box[]) =>
      boxes.slice(1).map(({ y }, n) => Math.round(y - bottomOf(boxes[n])));
    const before = await read();
    await press('x');
    await see(page.getByText('1 selected'));
    const selected = await read();
    expect(selected.map(({ height }) => height)).toEqual(before.map(({ height }) => height));
    const [first = ''] = above;
    const longer = `${first}, and so many other things that its name has a second line`;
    await organization.apply(taskEdit, { id: tasks[first] ?? '', name: longer });
    await device.receive();
    await see(tile(longer));
    tiles[0] = tile(longer);
    const after = await read();
    expect(after[0]?.height).toBeGreaterThan(before[0]?.height ?? 0);
    expect(gapsOf(after)).toEqual(gapsOf(before));
  });

  test('a board without cards offers to add one', async () => {
    const organization = await createOrganization();
    const project = await organization.makeProject();
    await open(organization, project.path);
    await see(page.getByRole('button', { name: 'Add Card' }));
    await expectBoard([]);
  });

  test('a member adds no card and cannot change another person’s task', async () => {
    const organization = await createOrganization();
    const mia = organization.addPerson('Mia Stone', 'Member');
    const project = await organization.makeProject({
      cards: { 'To do': ['Rope'] },
      members: [mia],
    });
    await open(organization, project.path, mia);
    await see(tile('Rope'));
    await expect.element(page.getByRole('button', { name: 'Add Card' })).toHaveLength(0);
    const panel = await openTask('Rope');
    await expect.element(panel.getByRole('button', { name: 'Edit task' })).toHaveLength(0);
  });

  test('a board that is not on the device says so and leads home', async () => {
    const organization = await createOrganization();
    await open(organization, '/workspace/nowhere-7');
    await see(page.getByText('This board is not on this device'));
    await page.getByRole('button', { name: 'Go to Home' }).click();
    await see(heading(/Ada Field/));
  });
});

function bottomOf(box: Box | undefined): number {
  return (box?.y ?? 0) + (box?.height ?? 0);
}

/** The board by mouse and by keyboard alone. */
import { expect, test } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { subtaskCreate } from '../../../model/mutations/subtask/subtask-create.ts';
import { todoCreate } from '../../../model/mutations/todo/todo-create.ts';
import { ranksAfter } from '../../../model/shared/rank.ts';
import { open } from './support/app.tsx';
import { boardAfterSync, boardOnScreen, column, taskPanel, tile, toggle } from './support/board.ts';
import { deferWrites } from './support/deferred-writes.ts';
import { createOrganization, freshId } from './support/organization.ts';
import { focus, gone, media, mouse, press, see, step, type } from './support/screen.ts';

const START = { 'To do': ['Rope', 'Pegs', 'Tar'], Doing: ['Lamp'], Done: [] };

test('by mouse: a tile moves within its card and to another one, and Undo reverts it', async () => {
  const organization = await createOrganization();
  const project = await organization.makeProject({ cards: START });
  await media({ reducedMotion: 'no-preference' });
  const device = await open(organization, project.path);

  await tile('Pegs').dropTo(tile('Lamp'), {
    steps: 12,
    targetPosition: { x: 60, y: 6 },
  });
  await expect.poll(boardOnScreen).toEqual([
    { card: 'To do', tasks: ['Rope', 'Tar'] },
    { card: 'Doing', tasks: ['Pegs', 'Lamp'] },
    { card: 'Done', tasks: [] },
  ]);
  await expect.poll(() => boardAfterSync(device, project.id)).toEqual(boardOnScreen());
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.element(column('To do').getByRole('article')).toHaveLength(3);
  await expect
    .poll(async () => (await boardAfterSync(device, project.id))[0]?.tasks)
    .toEqual(['Rope', 'Pegs', 'Tar']);
});

test('a dragged item is named to a screen reader, on the board, in a task and in Todo', async () => {
  const organization = await createOrganization();
  const project = await organization.makeProject({ cards: START });
  const task = project.tasks['Tar'] ?? '';
  const [first = '', second = ''] = ranksAfter(undefined, 2);
  for (const [name, rank] of [
    ['Melt', first],
    ['Brush', second],
  ] as const) {
    await organization.apply(subtaskCreate, {
      id: freshId(),
      project: project.id,
      task,
      rank,
      name,
      start_date: null,
      end_date: null,
      is_completed: false,
      document: null,
    });
  }
  for (const [name, rank] of [
    ['Buy rope', first],
    ['Pack', second],
  ] as const) {
    await organization.apply(todoCreate, { id: freshId(), name, rank, status: false });
  }
  await media({ reducedMotion: 'no-preference' });
  await open(organization, project.path);
  const told = async (what: Locator, over: Locator, name: string, shown = name) => {
    await what.hover();
    await mouse({ do: 'down' });
    await over.hover();
    await expect
      .element(page.getByRole('status').filter({ hasText: `Lifted ${name}` }))
      .toBeInTheDocument();
    // The drag preview shows the whole tile.
    if (shown !== name)
      await expect.element(page.css('[inert] > article')).toMatchTextContent(shown);
    await mouse({ do: 'up' });
    await expect
      .element(page.getByRole('status').filter({ hasText: `Dropped ${name}` }))
      .toBeInTheDocument();
    // Neither ids nor the library's keyboard instructions.
    await expect
      .element(page.css('#root'))
      .not.toMatchTextContent(/draggable|droppable|[0-9a-f]{8}-/i);
    // The library treats clicks within 50 ms as the end of the drag; its timer has run when a
    // later, longer one has.
    await new Promise((resolve) => setTimeout(resolve, 60));
  };

  await expect.element(tile('Tar')).toMatchTextContent('0/2');
  await told(nameOf('Tar'), tile('Lamp'), 'Tar', '0/2');
  await told(
    page.getByRole('heading', { name: 'Doing' }),
    page.getByRole('heading', { name: 'Done' }),
    'Doing',
  );
  await nameOf('Tar').click();
  await told(nameOf('Melt'), nameOf('Brush'), 'Melt');
  await page.getByRole('button', { name: 'Close task' }).click();
  await page.getByRole('button', { name: 'Add a task, todo or note' }).click();
  await page.getByRole('menuitem', { name: 'Todo' }).click();
  const grip = (name: string) => page.getByRole('button', { name: `Reorder ${name}` });
  await told(grip('Buy rope'), grip('Pack'), 'Buy rope');
});

test('an Undo pressed before a change is saved reverts that change, not the one before it', async () => {
  const organization = await createOrganization();
  const project = await organization.makeProject({ cards: START });
  const device = await open(organization, project.path);
  await toggle('Rope');

  const release = await deferWrites();
  await focus(nameOf('Pegs'));
  await press('Space');
  await expect
    .element(page.getByRole('status').filter({ hasText: 'Lifted Pegs' }))
    .toBeInTheDocument();
  await press('ArrowRight');
  await press('Space');
  await press('Control+z');
  await release();

  await see(page.getByText('Undone: Task moved'));
  const expected = [
    { card: 'To do', tasks: ['✓ Rope', 'Pegs', 'Tar'] },
    { card: 'Doing', tasks: ['Lamp'] },
    { card: 'Done', tasks: [] },
  ];
  await expect.poll(boardOnScreen).toEqual(expected);
  await expect.poll(() => boardAfterSync(device, project.id)).toEqual(expected);

  await toggle('Tar');
  const releaseBoth = await deferWrites();
  await press('Control+z');
  await press('Control+z');
  await releaseBoth();
  await expect
    .poll(boardOnScreen)
    .toEqual([{ card: 'To do', tasks: START['To do'] }, ...expected.slice(1)]);
});

test('by keyboard alone: open a task, comment, tick, move, add', async () => {
  const organization = await createOrganization();
  const project = await organization.makeProject({ cards: START });
  await open(organization, project.path);
  await see(tile('Rope'));

  await step('J and Enter open a task, Escape returns the focus', async () => {
    await press('j');
    await expect.element(nameOf('Rope')).toHaveFocus();
    await press('ArrowDown');
    await expect.element(nameOf('Pegs')).toHaveFocus();
    await press('Enter');
    await see(taskPanel('Pegs'));
    await focus(taskPanel('Pegs').getByLabelText('Write a comment'));
    await type('Twelve of them');
    await press('Control+Enter');
    await expect
      .element(taskPanel('Pegs').getByRole('listitem'))
      .toMatchTextContent('Twelve of them');
    await press('Escape');
    await gone(taskPanel('Pegs'));
    await expect.element(nameOf('Pegs')).toHaveFocus();
  });

  await step('Space lifts a tile, arrows move it, Space drops it', async () => {
    await press('Space');
    await expect
      .element(page.getByRole('status').filter({ hasText: 'Lifted Pegs' }))
      .toBeInTheDocument();
    await press('ArrowRight');
    await press('ArrowDown');
    await press('Space');
    await expect.poll(boardOnScreen).toEqual([
      { card: 'To do', tasks: ['Rope', 'Tar'] },
      { card: 'Doing', tasks: ['Lamp', 'Pegs'] },
      { card: 'Done', tasks: [] },
    ]);
    await expect.element(nameOf('Pegs')).toHaveFocus();
    await press('Control+z');
    await expect.element(column('To do').getByRole('article')).toHaveLength(3);
    await expect.element(nameOf('Pegs')).toHaveFocus();
  });

  await step(
    'X and Shift select several tasks, one key moves them all offline, one Undo reverts them',
    async () => {
      await focus(nameOf('Rope'));
      await press('x');
      await press('Shift+ArrowDown');
      const bar = page.getByRole('toolbar', { name: 'Selected tasks' });
      await expect.element(bar).toMatchTextContent('2 selected');
      await focus(bar.getByRole('button', { name: 'Move' }));
      await press('Enter');
      await press('Enter', page.getByRole('menuitem', { name: 'Done' }));
      await expect.poll(() => boardOnScreen().at(-1)?.tasks).toEqual(['Rope', 'Pegs']);
      await gone(bar);
      await expect.element(nameOf('Rope')).toHaveFocus();
      await press('Control+z');
      await expect.poll(() => boardOnScreen()[0]?.tasks).toEqual(['Rope', 'Pegs', 'Tar']);
    },
  );

  await step('Escape cancels a lifted tile', async () => {
    await focus(nameOf('Lamp'));
    await press('Space');
    await press('ArrowRight');
    await press('Escape');
    await expect.element(column('Doing').getByRole('article')).toHaveLength(1);
    await expect.element(nameOf('Lamp')).toHaveFocus();
  });

  await step('a focus that is moved right after Escape stays where it is', async () => {
    await press('Space');
    await press('ArrowRight');
    await gone(column('Doing').getByRole('article'));
    const other = await nameOf('Rope').findElement();
    const options = { key: 'Escape', bubbles: true, cancelable: true };
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', options));
    other.focus();
    for (let frame = 0; frame < 3; frame += 1) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    await expect.element(column('Doing').getByRole('article')).toHaveLength(1);
    await expect.element(nameOf('Rope')).toHaveFocus();
  });

  await step(
    'n, also with Caps Lock, opens the composer of the card; Escape closes it',
    async () => {
      await focus(nameOf('Pegs'));
      await press('K');
      await expect.element(nameOf('Rope')).toHaveFocus();
      await press('N');
      const text = page.getByLabelText(/^Task name for /);
      await expect.element(text).toHaveFocus();
      await press('Escape');
      await gone(text);
    },
  );
});

function nameOf(task: string): Locator {
  return page.getByRole('button', { name: task, exact: true });
}

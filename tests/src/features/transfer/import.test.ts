import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { subtasks } from '../../../../model/entities/subtask.ts';
import { tasks } from '../../../../model/entities/task.ts';
import { comments } from '../../../../model/entities/comment.ts';
import { taskComplete } from '../../../../model/mutations/task/task-complete.ts';
import { taskEdit } from '../../../../model/mutations/task/task-edit.ts';
import { actorOf } from '../../../../sync/store/actor.ts';
import { rows } from '../../../../sync/store/database.ts';
import { loadImportContext } from '../../../../sync/store/queries/import-context.ts';
import { knownRows } from '../../../../sync/store/queries/known-rows.ts';
import { boardCards } from '../../../../sync/store/queries/cards.ts';
import { writeGroups } from '../../../../sync/store/write-groups.ts';
import {
  type ImportPlan,
  planImport,
  targetProject,
} from '../../../../src/features/transfer/import-plan.ts';
import { type Here, summaryOf, workOf } from '../../../../src/features/transfer/import-summary.ts';
import { readTrello } from '../../../../src/features/transfer/trello.ts';
import type { Device } from '../../../sync/support/device.ts';
import { setUp, type Setup } from '../../../sync/support/setup.ts';
import { hire, join } from '../../../server/support/team.ts';
import { into, planned, run, tasksOf } from './import-setup.ts';

const TRELLO = JSON.stringify({
  id: 'board-1',
  name: 'Hut repair',
  desc: 'Before winter',
  lists: [
    { id: 'l2', name: 'Done', closed: false, pos: 2 },
    { id: 'l1', name: 'Next', closed: false, pos: 1 },
    { id: 'l3', name: 'Old', closed: true, pos: 3 },
  ],
  labels: [{ id: 'y', name: '', color: 'green' }],
  members: [
    { id: 'm1', fullName: 'Bea', username: 'bea' },
    { id: 'm2', fullName: 'Stranger', username: 's' },
  ],
  cards: [
    {
      id: 'c1',
      name: 'Roof',
      desc: 'Tiles',
      idList: 'l1',
      pos: 20,
      due: '2026-03-05T09:30:00.000Z',
      start: '2026-03-01T09:30:00.000Z',
      idLabels: ['y', 'gone'],
      idMembers: ['m1'],
      attachments: [{ name: 'Plan', url: 'https://example.org/plan.pdf', isUpload: true }],
      stickers: [{}],
    },
    { id: 'c0', name: 'x'.repeat(140), idList: 'l1', pos: 10, idMembers: ['m2'] },
    { id: 'c2', name: 'Door', idList: 'l2', pos: 1, dueComplete: true, closed: true },
    { id: 'c3', name: 'Bell', idList: 'l3', pos: 1 },
    { id: 7, name: 'No card at all' },
  ],
  checklists: [
    {
      idCard: 'c1',
      name: 'Checklist',
      checkItems: [
        { id: 'i2', name: 'Nails', state: 'incomplete', pos: 2 },
        { id: 'i1', name: 'Ladder', state: 'complete', pos: 1, idMember: 'm1' },
      ],
    },
  ],
  actions: [
    {
      id: 'a1',
      type: 'commentCard',
      date: '2026-02-01T00:00:00.000Z',
      data: { text: 'It leaks', card: { id: 'c1' } },
      memberCreator: { fullName: 'Bea', username: 'bea' },
    },
    { id: 'a2', type: 'updateCard', date: '2026-02-01T00:00:00.000Z' },
  ],
});

describe('an import', () => {
  let setup: Setup;
  beforeEach(async () => {
    setup = await setUp();
  });
  afterEach(() => setup.end());

  it('imports every supported part of a Trello board, and lists the rest', async () => {
    await hire(setup.team, 'bea@field.test');
    const here = setup.device();
    await here.sync();
    const board = readTrello(TRELLO, utc);
    const plan = await planned(setup, here, board);
    await run(here, plan);
    const cards = await boardCards(here.db, plan.project);
    expect(cards.map(({ name }) => name)).toEqual(['Next', 'Done']);
    const [first, roof] = await tasksOf(here, cards[0]?.id ?? '');
    expect(first?.description).toContain('x'.repeat(140));
    expect(first).toMatchObject({ assigned_to: here.record.orgUserId });
    expect(roof).toMatchObject({ name: 'Roof', start_date: '2026-03-01', end_date: '2026-03-05' });
    expect(roof?.description).toContain('https://example.org/plan.pdf');
    expect(roof?.assigned_to).not.toBe(here.record.orgUserId);
    const items = await rows(here.db, subtasks).toArray();
    expect(items.map(({ name, is_completed }) => [name, is_completed]).toSorted()).toEqual([
      ['Ladder', true],
      ['Nails', false],
    ]);
    const [comment] = await rows(here.db, comments).toArray();
    expect(comment?.comment).toBe('Bea, 2026-02-01:\nIt leaks');
    const door = (await rows(here.db, tasks).toArray()).find(({ name }) => name === 'Door');
    expect(door).toMatchObject({ is_completed: true, status: false });
    expect(plan.losses.map(({ what, count }) => `${what} ${String(count)}`)).toEqual([
      'Attached files and covers 1',
      'Assigned checklist items 1',
      'Stickers and votes 1',
      'Entries of the activity 1',
      'Entries that could not be read 1',
    ]);
    expect(plan.changes.slice(2)).toEqual([
      '3 tasks without an assignee known here are assigned to you.',
      'Not known here by name or e-mail: Stranger.',
      '1 name is longer than 99 characters: the whole name is kept in the description.',
    ]);

    await here.sync();
    expect(await here.db.rejected.count()).toBe(0);
    const there = setup.device();
    await there.sync();
    expect(await rows(there.db, tasks).count()).toBe(4);
  });

  it('omits a start date after the due date, reports it, and keeps the card', async () => {
    const here = setup.device();
    await here.sync();
    const file = JSON.stringify({
      id: 'board-2',
      name: 'Dates',
      lists: [{ id: 'l1', name: 'Next', closed: false, pos: 1 }],
      cards: [
        {
          id: 'c1',
          name: 'Roof',
          idList: 'l1',
          pos: 1,
          start: '2026-03-06T09:30:00.000Z',
          due: '2026-03-05T09:30:00.000Z',
        },
        {
          id: 'c2',
          name: 'Door',
          idList: 'l1',
          pos: 2,
          start: '2026-03-05T09:30:00.000Z',
          due: '2026-03-05T09:30:00.000Z',
        },
      ],
      checklists: [
        {
          idCard: 'c1',
          name: 'Checklist',
          checkItems: [{ id: 'i1', name: 'Nails', pos: 1, due: '2026-03-01T09:30:00.000Z' }],
        },
      ],
    });
    const plan = await planned(setup, here, readTrello(file, utc));
    expect(plan.losses).toEqual([
      {
        what: 'Start dates after the due date',
        count: 1,
        why: 'A task cannot start after it is due; it keeps the due date.',
      },
    ]);
    for (const outcome of await run(here, plan)) expect(outcome).toBe('written');
    await here.sync();
    expect(await here.db.rejected.count()).toBe(0);
    const there = setup.device();
    await there.sync();
    const made = await rows(there.db, tasks).toArray();
    expect(
      made.map(({ name, start_date, end_date }) => [name, start_date, end_date]).toSorted(),
    ).toEqual([
      ['Door', '2026-03-05', '2026-03-05'],
      ['Roof', null, '2026-03-05'],
    ]);
    expect((await rows(there.db, subtasks).toArray()).map(({ end_date }) => end_date)).toEqual([
      '2026-03-01',
    ]);
  });

  it('creates nothing twice, and continues after a killed tab', async () => {
    const before = setup.device();
    await before.sync();
    const board = readTrello(TRELLO, utc);
    const plan = await planned(setup, before, board);
    await run(before, plan, 5);
    const after = before.restart();
    await run(after, await planned(setup, after, board));
    const outcomes = await run(after, await planned(setup, after, board));
    expect(new Set(outcomes)).toEqual(new Set(['known']));
    expect(await rows(after.db, tasks).count()).toBe(4);
    await after.sync();
    expect(await after.db.rejected.count()).toBe(0);
    const cards = await boardCards(after.db, plan.project);
    const names = (await tasksOf(after, cards[0]?.id ?? '')).map(({ name }) => name.slice(0, 4));
    expect(names).toEqual(['xxxx', 'Roof']);

    // Changes made since the import are kept.
    const roof = (await tasksOf(after, cards[0]?.id ?? ''))[1]?.id ?? '';
    await after.mutate(taskEdit, { id: roof, name: 'Roof and gutter' });
    await run(after, await planned(setup, after, board));
    expect((await rows(after.db, tasks).get(roof))?.name).toBe('Roof and gutter');
    // Another organisation that imports the same file gets rows of its own.
    expect(
      targetProject(into('w'), board, { ...(await actorOf(after.db, after.record)), orgId: '2' }),
    ).not.toBe(targetProject(into('w'), board, await actorOf(after.db, after.record)));
  });

  it('[WRITE-4] results in one import when two offline devices import the same file', async () => {
    const { first, second, board } = await importedTwice(setup);
    await first.sync();
    const project = (await planned(setup, first, board)).project;
    const done = (await tasksOf(first, (await boardCards(first.db, project))[0]?.id ?? ''))[1];
    await first.mutate(taskComplete, { id: done?.id ?? '', done: true, at: null });
    await first.sync();
    await second.sync();
    expect(await second.db.rejected.toArray()).toEqual([]);
    await first.sync();
    for (const device of [first, second]) {
      expect(await device.db.outbox.count()).toBe(0);
      expect(await rows(device.db, tasks).count()).toBe(4);
      expect((await rows(device.db, tasks).get(done?.id ?? ''))?.is_completed).toBe(true);
    }
  });

  it("[WRITE-4] keeps both texts when a task was changed before another device's import arrives", async () => {
    const { first, second, board } = await importedTwice(setup);
    const project = (await planned(setup, first, board)).project;
    const roof = (await tasksOf(first, (await boardCards(first.db, project))[0]?.id ?? ''))[1];
    await first.sync();
    await first.mutate(taskEdit, { id: roof?.id ?? '', name: 'Roof and gutter' });
    await first.sync();
    await second.sync();
    const refused = await second.db.rejected.toArray();
    expect(refused.map(({ item }) => item.keys[0])).toContain(`tasks/${roof?.id ?? ''}`);
    expect((await rows(second.db, tasks).get(roof?.id ?? ''))?.name).toBe('Roof and gutter');
  });

  it('archives the columns of archived lists when an import was stopped before that step', async () => {
    const here = setup.device();
    await here.sync();
    const board = readTrello(TRELLO, utc);
    const plan = await planned(setup, here, board);
    await run(here, plan, plan.groups.length - 1);
    const again = await planned(setup, here, board);
    const before = await hereOf(here, again);
    expect(summaryOf(again, before)).toMatchObject({ fresh: 1, freshTasks: 0 });
    const { endings } = workOf(again, before);
    expect(endings).toHaveLength(1);
    const { store, actor, at } = await here.actions();
    await writeGroups(store, endings, { actor, at });
    expect((await boardCards(here.db, plan.project)).map(({ name }) => name)).toEqual([
      'Next',
      'Done',
    ]);
    const last = await planned(setup, here, board);
    const after = await hereOf(here, last);
    expect(summaryOf(last, after).fresh).toBe(0);
    expect(workOf(last, after).endings).toEqual([]);
  });

  it('is refused as a whole without the right, and puts nothing into the outbox', async () => {
    const member = await hire(setup.team, 'cy@field.test');
    const ada = setup.device();
    await ada.sync();
    const here = setup.device(member);
    await here.sync();
    const board = readTrello(TRELLO, utc);
    const actor = await actorOf(here.db, here.record);
    const context = await loadImportContext(here.db, setup.team.project);
    const existing = { kind: 'existing', project: setup.team.project } as const;
    expect(planImport(board, existing, { ...context, actor })).toBeUndefined();
    // Preview of a person who lost the right before the click.
    const outcomes = await run(here, await planned(setup, ada, board));
    expect(outcomes.filter((outcome) => outcome === 'written')).toEqual([]);
    expect(await here.db.outbox.count()).toBe(0);
  });

  it('keeps archived tasks off the board of a project where the person may not add columns', async () => {
    const member = await hire(setup.team, 'cy@field.test');
    await join(setup.team, member);
    const here = setup.device(member);
    await here.sync();
    const actor = await actorOf(here.db, here.record);
    const context = await loadImportContext(here.db, setup.team.project);
    const existing = { kind: 'existing', project: setup.team.project } as const;
    const board = readTrello(TRELLO, utc);
    const plan = planImport(board, existing, { ...context, actor });
    if (plan === undefined) throw new Error('There is no plan');
    await run(here, plan);
    const found = await rows(here.db, tasks).toArray();
    expect(new Set(found.map(({ card }) => card))).toEqual(new Set([setup.team.card]));
    const archived = found.filter(({ status }) => !status).map(({ name }) => name);
    expect(archived.toSorted()).toEqual(['Bell', 'Door']);
    await here.sync();
    expect(await here.db.rejected.count()).toBe(0);

    const without = { ...context, actor: { ...actor, patch_access: false } };
    const less = planImport(board, existing, without);
    expect(less?.losses).toContainEqual({
      what: 'Tasks of archived lists',
      count: 1,
      why: 'You may not archive here.',
    });
    expect(less?.groups.filter(({ what }) => what === 'tasks')).toHaveLength(3);
  });
});

/** Two offline devices of one person that imported the same file. */
async function importedTwice(setup: Setup) {
  const [first, second] = [setup.device(), setup.device()];
  await Promise.all([first.sync(), second.sync()]);
  const board = readTrello(TRELLO, utc);
  for (const device of [first, second]) await run(device, await planned(setup, device, board));
  return { first, second, board };
}

function utc(): number {
  return 0;
}

/** Part of the plan that is on the device, as the panel reads it. */
async function hereOf({ db }: Device, { groups, project }: ImportPlan): Promise<Here> {
  const refs = groups.flatMap(({ changes }) => changes[0]?.refs.slice(0, 1) ?? []);
  return { known: await knownRows(db, refs), cards: await boardCards(db, project) };
}

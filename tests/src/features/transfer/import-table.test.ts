import { DELETED_PERSON } from '../../../../model/shared/texts-with-values.ts';
import papa from 'papaparse';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { subtasks } from '../../../../model/entities/subtask.ts';
import { rows } from '../../../../sync/store/database.ts';
import { boardCards } from '../../../../sync/store/queries/cards.ts';
import { readNames } from '../../../../sync/worker/export-rows.ts';
import { csvTables } from '../../../../sync/worker/export-tables.ts';
import { boardOfCsv, readCsv } from '../../../../src/features/transfer/csv.ts';
import { guessColumns } from '../../../../src/features/transfer/csv-columns.ts';
import type { SourceBoard } from '../../../../src/features/transfer/source-board.ts';
import type { Device } from '../../../sync/support/device.ts';
import { setUp, type Setup } from '../../../sync/support/setup.ts';
import { planned, run, tasksOf } from './import-setup.ts';

describe('an import of a table', () => {
  let setup: Setup;
  beforeEach(async () => {
    setup = await setUp();
  });
  afterEach(() => setup.end());

  it('imports its own export: the same tasks in the same order, formulas unchanged', async () => {
    const here = setup.device();
    await here.sync();
    const hostile = [
      '=1+1',
      '@sum(a1)',
      "''=quoted",
      '-x',
      'line\nbreak "quoted", comma',
      '  edge',
    ];
    const csv = [
      'Name,Card,Due date,Completed,Subtasks,Label',
      ...hostile.map((name, index) =>
        papa.unparse([
          [
            name,
            index < 3 ? 'One' : 'Two',
            '2026-12-24',
            index === 1 ? 'yes' : '',
            '[x] a\n[ ] b',
            'Red',
          ],
        ]),
      ),
    ].join('\r\n');
    await run(here, await planned(setup, here, csvBoard(csv), 'First'));
    const archive = await tasksCsv(here);
    for (const line of papa.parse<string[]>(archive).data.flat())
      expect(line).not.toMatch(/^[=@+-]/);
    const again = csvBoard(archive);
    expect(again.losses.map(({ what }) => what)).not.toContain('Rows without a task name');
    await run(here, await planned(setup, here, again, 'Second'));
    const pictures = await Promise.all(
      [[csvBoard(csv), 'First'] as const, [again, 'Second'] as const].map(async ([board, name]) => {
        const { project } = await planned(setup, here, board, name);
        const cards = await boardCards(here.db, project);
        const columns = await Promise.all(cards.map(({ id }) => tasksOf(here, id)));
        return columns.map((column) =>
          column.map(({ name: task, end_date, is_completed }) => [task, end_date, is_completed]),
        );
      }),
    );
    expect(pictures[0]).toEqual(pictures[1]);
    expect(pictures[0]?.flat().map(([name]) => name)).toEqual(
      hostile.map((name) => name.trim().replace("''", "'")),
    );
    expect(await rows(here.db, subtasks).count()).toBe(24);
    await here.sync();
    expect(await here.db.rejected.count()).toBe(0);
  });

  it('creates another project for another table of the same name, and the same one for the same table', async () => {
    const here = setup.device();
    await here.sync();
    const first = await planned(setup, here, csvBoard('Title,List\nRoof,Next'));
    const second = await planned(setup, here, csvBoard('Title,List\nDoor,Next'));
    const repeated = await planned(setup, here, csvBoard('Title,List\nRoof,Next'));
    expect(second.project).not.toBe(first.project);
    expect(repeated.project).toBe(first.project);
  });

  it('imports 10,000 rows', async () => {
    const here = setup.device();
    await here.sync();
    const lines = Array.from(
      { length: 10_000 },
      (_, index) => `Task ${String(index)},List ${String(index % 5)}`,
    );
    const plan = await planned(setup, here, csvBoard(['Title,List', ...lines].join('\n')));
    expect(plan.groups.filter(({ what }) => what === 'tasks')).toHaveLength(10_000);
    expect(new Set(plan.groups.map(({ changes }) => changes[0]?.refs[0]?.id)).size).toBe(
      plan.groups.length,
    );
    await run(here, plan, 200);
    expect(
      (await tasksOf(here, (await boardCards(here.db, plan.project))[0]?.id ?? '')).map(
        ({ name }) => name,
      ),
    ).toContain('Task 0');
  });
});

function csvBoard(text: string): SourceBoard {
  const table = readCsv(text, { name: 'tasks.csv', parse: papa.parse });
  return boardOfCsv(table, { uses: guessColumns(table.headings), dates: 'day-first' });
}

async function tasksCsv(device: Device): Promise<string> {
  const names = await readNames(device.db, new Map(), DELETED_PERSON);
  for await (const { name, chunks } of csvTables(device.db, names)) {
    if (name === 'tasks') return [...chunks].join('').replace('\uFEFF', '');
  }
  throw new Error('There is no table of tasks');
}

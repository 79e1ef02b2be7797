import papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { tasks } from '../../../../model/entities/task.ts';
import { boardOfCsv, readCsv } from '../../../../src/features/transfer/csv.ts';
import {
  COLUMN_USES,
  guessColumns,
  withUse,
} from '../../../../src/features/transfer/csv-columns.ts';
import { isAmbiguous, orderOf, readDate } from '../../../../src/features/transfer/csv-dates.ts';
import { readText } from '../../../../src/features/transfer/read-text.ts';
import { readTrello } from '../../../../src/features/transfer/trello.ts';

const read = (text: string) => readCsv(text, { name: 'list.csv', parse: papa.parse });

const utc = () => 0;

describe('a CSV table of tasks', () => {
  it('is recognised by the headings of other products', () => {
    const trello = [
      'Card ID',
      'Card Name',
      'Card Description',
      'Labels',
      'Members',
      'Due Date',
      'List Name',
      'Archived',
    ];
    expect(guessColumns(trello)).toEqual([
      'id',
      'name',
      'description',
      'label',
      'assigned_to',
      'end_date',
      'card',
      'status',
    ]);
    expect(withUse(['name', 'skip'], 1, 'name')).toEqual(['skip', 'name']);
  });

  it('is recognised by the headings of the export, except for columns that nobody sets', () => {
    const exported = Object.entries(tasks.fields).filter(([, { csv }]) => csv !== undefined);
    const uses = guessColumns(exported.map(([, { csv }]) => csv ?? ''));
    const skipped = exported.filter((_, index) => uses[index] === 'skip').map(([name]) => name);
    expect(uses.filter((use) => use !== 'skip')).toEqual(
      exported.map(([name]) => name).filter((name) => !skipped.includes(name)),
    );
    expect(skipped).toEqual([
      'project',
      'is_completed_at',
      'is_completed_employee',
      'is_completed_emp_at',
      'document',
      'created_by',
      'created_at',
    ]);
  });

  it('offers the uses of a column by the names of the fields', () => {
    expect([...COLUMN_USES.values()]).toEqual([
      'Task name',
      'Description',
      'Card',
      'Label',
      'Priority',
      'Start date',
      'Due date',
      'Assigned to',
      'Collaborators',
      'Subtasks',
      'Completed',
      'Archived',
      'Id (to recognise repeats)',
      'Add to the description',
      'Does not come along',
    ]);
  });

  it('keeps known columns, and counts the others', () => {
    const table = read(
      'id;Title;Members;Due;Colour\n1;Roof;Ada <ada@x.test>, Bea;31/12/2026;red\n1;Roof again;;;\n2;;;;\n3;Door;;soon;',
    );
    const board = boardOfCsv(table, { uses: guessColumns(table.headings), dates: 'day-first' });
    const [roof, door] = board.lists[0]?.cards ?? [];
    expect(roof).toMatchObject({
      name: 'Roof',
      due: '2026-12-31',
      assignees: ['ada@x.test', 'bea'],
    });
    expect(door).toMatchObject({ name: 'Door', due: null });
    expect(board.losses.map(({ what, count }) => `${what} ${String(count)}`)).toEqual([
      'Column “Colour” 1',
      'Rows without a task name 1',
      'Dates that could not be read 1',
      'Rows with an id that was there before 1',
    ]);
  });

  it('gives equal rows ids of their own, the same in every parse', () => {
    const ids = () => {
      const table = read('Name\nCall\nCall\n');
      const board = boardOfCsv(table, { uses: ['name'], dates: 'day-first' });
      return board.lists.flatMap(({ cards }) => cards.map(({ id }) => id));
    };
    expect(new Set(ids()).size).toBe(2);
    expect(ids()).toEqual(ids());
  });

  it.each([
    {
      rows: 'Call\nCall',
      text: '1 row says exactly what another row says. It comes along as it is.',
    },
    {
      rows: 'Call\nCall\nCall',
      text: '2 rows say exactly what another row says. They come along as they are.',
    },
  ])('names equal rows in the number that they have: $text', ({ rows, text }) => {
    const board = boardOfCsv(read(`Name\n${rows}\n`), { uses: ['name'], dates: 'day-first' });
    expect(board.changes).toEqual([text]);
  });

  it('reports why a file is no table', async () => {
    for (const [text, words] of [
      ['', 'empty'],
      ['Name', 'no rows'],
      ['Name,List\n"Roof,Next', 'never closed'],
    ] as const) {
      expect(() => read(text)).toThrow(words);
    }
    for (const text of ['{"id":', '[]', '{"id":"x"}', '{"id":1,"lists":[],"cards":[]}']) {
      expect(() => readTrello(text, utc)).toThrow(/Trello/);
    }
    await expect(readText(new Blob([]))).rejects.toThrow('empty');
    await expect(readText(new Blob([new Uint8Array([80, 75, 0, 0])]))).rejects.toThrow('no text');
    expect(await readText(new Blob([new Uint8Array([0xe9])]))).toBe('é');
    expect(await readText(new Blob(['\uFEFFName']))).toBe('Name');
  });

  it('parses dates in both orders, and asks only when the order is ambiguous', () => {
    expect(readDate('2026-03-04T10:00:00Z', 'day-first')).toBe('2026-03-04');
    expect(readDate('03/04/2026', 'day-first')).toBe('2026-04-03');
    expect(readDate('03/04/2026', 'month-first')).toBe('2026-03-04');
    expect(readDate('31.02.2026', 'day-first')).toBeUndefined();
    expect(orderOf(['03/04/2026', '12/31/2026'])).toBe('month-first');
    expect(isAmbiguous(['03/04/2026'])).toBe(true);
    expect(isAmbiguous(['2026-03-04', ''])).toBe(false);
  });
});

describe('a Trello board', () => {
  it("keeps each due date on the person's calendar day, across daylight saving time", () => {
    // Central Europe: one hour ahead of UTC, two from 29 March.
    const offsetOf = (at: number) => (at < Date.parse('2026-03-29T01:00:00Z') ? -60 : -120);
    const cards = ['2026-03-01T22:30:00.000Z', '2026-06-01T22:30:00.000Z'].map((due, index) => ({
      id: String(index),
      name: due,
      idList: 'l',
      due,
    }));
    const lists = [{ id: 'l', name: 'Next', closed: false, pos: 1 }];
    const board = readTrello(JSON.stringify({ id: 'b', lists, cards }), offsetOf);
    expect(board.lists[0]?.cards.map(({ due }) => due)).toEqual(['2026-03-01', '2026-06-02']);
  });
});

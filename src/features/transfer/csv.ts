import type papa from 'papaparse';
import * as v from 'valibot';
import type { Field } from '../../../model/entities/fields.ts';
import { i18n } from '../../i18n/i18n.ts';
import { type ColumnUse, PLAIN_FIELDS } from './csv-columns.ts';
import { type DateOrder, readDate } from './csv-dates.ts';
import { derivedId } from './derived-id.ts';
import {
  present,
  type SourceBoard,
  type SourceCard,
  type SourceItem,
  type SourcePerson,
  UnreadableFile,
} from './source-board.ts';
import { formatNumber } from '../../ui/text/locale.ts';

/** Parsed CSV file: headings and rows, each row as long as the headings. */
export interface CsvTable {
  /** Hash of the content: equal for equal headings and rows, whatever the file's name. */
  readonly id: string;
  readonly name: string;
  readonly headings: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Maximum number of rows per import. */
const MOST_ROWS = 50_000;

/** Parses a CSV file. Throws UnreadableFile. `parse` is papaparse's, loaded by the caller. */
export function readCsv(
  text: string,
  { name, parse }: { readonly name: string; readonly parse: typeof papa.parse },
): CsvTable {
  const { data, errors } = parse<string[]>(text, { skipEmptyLines: 'greedy' });
  const open = errors.find(({ code }) => code === 'MissingQuotes');
  if (open !== undefined) {
    throw new UnreadableFile(
      i18n.t(
        'A quotation mark that opens in row {row} is never closed. Mend the file and try again.',
        { row: (open.row ?? 0) + 1 },
      ),
    );
  }
  const [first, ...rest] = data;
  if (first === undefined || first.every((cell) => cell.trim() === '')) {
    throw new UnreadableFile(i18n.t('This file is empty.'));
  }
  if (rest.length === 0) throw new UnreadableFile(i18n.t('This file has headings and no rows.'));
  if (rest.length > MOST_ROWS) {
    throw new UnreadableFile(
      i18n.t('This file has {rows} rows; at most {most} can be imported at once. Divide it.', {
        rows: formatNumber(rest.length),
        most: formatNumber(MOST_ROWS),
      }),
    );
  }
  const width = Math.max(first.length, ...lengths(rest));
  const headings = Array.from({ length: width }, (_, index) => first[index]?.trim() ?? '');
  return {
    id: derivedId('csv', JSON.stringify(data)),
    name,
    headings: headings.map(
      (heading, index) => heading || i18n.t('Column {heading}', { heading: index + 1 }),
    ),
    rows: rest.map((row) => headings.map((_, index) => withoutGuard(row[index] ?? ''))),
  };
}

/** Removes the prefix that the export puts before formulas (sync/worker/export-csv.ts). */
function withoutGuard(cell: string): string {
  return /^'+[=+\-@\t\r\n＝＋－＠]/.test(cell) ? cell.slice(1) : cell;
}

/** In a loop: a spread of 50,000 arguments exceeds the limit of a call. */
function lengths(rows: readonly (readonly string[])[]): readonly number[] {
  return [rows.reduce((most, { length }) => Math.max(most, length), 0)];
}

export interface CsvChoices {
  /** One entry per heading. */
  readonly uses: readonly ColumnUse[];
  readonly dates: DateOrder;
}

/** Board described by the rows. A file without task names results in a board without columns. */
export function boardOfCsv(table: CsvTable, choices: CsvChoices): SourceBoard {
  const reader = rowReader(table, choices);
  const people = new Map<string, SourcePerson>();
  const seen = new Map<string, number>();
  const lists = new Map<string, { name: string; cards: SourceCard[] }>();
  // A browser numbers repeated downloads; it is the same file.
  const file = table.name.replace(/ ?\(\d+\)(?=\.[^.]*$)/, '');
  const problems = { unnamed: 0, dates: 0, values: 0, again: 0, equal: 0 };
  for (const row of table.rows) {
    const cells = reader(row);
    if (cells.name === '') {
      problems.unnamed += 1;
      continue;
    }
    const key = cells.id === '' ? `${file}:${JSON.stringify(row)}` : `id:${cells.id}`;
    const before = seen.get(key) ?? 0;
    seen.set(key, before + 1);
    if (before > 0 && cells.id !== '') {
      problems.again += 1;
      continue;
    }
    if (before > 0) problems.equal += 1;
    problems.dates += cells.badDates;
    problems.values += cells.badValues;
    for (const person of [...cells.assignees, ...cells.collaborators])
      people.set(person.key, person);
    // Equal in every language, because the id of the card is derived from it.
    const listKey = (cells.list === '' ? 'Imported' : cells.list).toLowerCase();
    const name = cells.list === '' ? i18n.t('Imported') : cells.list;
    const target = lists.get(listKey) ?? { name, cards: [] };
    lists.set(listKey, target);
    target.cards.push(cardOf(cells, `${key}#${String(before)}`));
  }
  return {
    kind: 'csv',
    id: table.id,
    name: table.name.replace(/\.[^.]*$/, ''),
    description: '',
    lists: [...lists].map(([id, list]) => ({ id, isArchived: false, ...list })),
    people: [...people.values()],
    losses: present([
      ...skippedColumns(table, choices),
      {
        what: i18n.t('Rows without a task name'),
        count: problems.unnamed,
        why: i18n.t('A task needs a name.'),
      },
      {
        what: i18n.t('Dates that could not be read'),
        count: problems.dates,
        why: i18n.t('Write them as 2026-03-31 or 31/03/2026.'),
      },
      {
        what: i18n.t('Values that could not be read'),
        count: problems.values,
        why: i18n.t('The field does not take them.'),
      },
      {
        what: i18n.t('Rows with an id that was there before'),
        count: problems.again,
        why: i18n.t('The first of them comes along.'),
      },
    ]),
    changes:
      problems.equal === 0
        ? []
        : [
            i18n.t(
              '{count, plural, one {# row says exactly what another row says. It comes along as it is.} other {# rows say exactly what another row says. They come along as they are.}}',
              { count: problems.equal },
            ),
          ],
  };
}

interface Cells {
  readonly id: string;
  readonly name: string;
  readonly list: string;
  readonly card: Omit<SourceCard, 'id' | 'assignees' | 'collaborators'>;
  readonly assignees: readonly SourcePerson[];
  readonly collaborators: readonly SourcePerson[];
  readonly badDates: number;
  readonly badValues: number;
}

function cardOf({ card, assignees, collaborators }: Cells, id: string): SourceCard {
  return {
    ...card,
    id,
    subtasks: card.subtasks.map((item) => ({ ...item, id: `${id}/${item.id}` })),
    assignees: assignees.map(({ key }) => key),
    collaborators: collaborators.map(({ key }) => key),
  };
}

function rowReader(
  table: CsvTable,
  { uses, dates }: CsvChoices,
): (row: readonly string[]) => Cells {
  const columns = Map.groupBy(uses.keys(), (index) => uses[index] ?? 'skip');
  return (row) => {
    const all = (use: ColumnUse) => (columns.get(use) ?? []).map((index) => row[index] ?? '');
    const one = (use: ColumnUse) => all(use)[0]?.trim() ?? '';
    const start = readDate(one('start_date'), dates);
    const due = readDate(one('end_date'), dates);
    const plain = [...PLAIN_FIELDS].flatMap(([name, field]) => {
      const cell = one(name);
      return cell === '' ? [] : [[name, valueOf(cell, field, dates)] as const];
    });
    const extra = (columns.get('append') ?? [])
      .filter((index) => (row[index] ?? '').trim() !== '')
      .map((index) => `${table.headings[index] ?? ''}: ${row[index] ?? ''}`);
    const description = all('description')[0] ?? '';
    return {
      id: one('id'),
      name: one('name'),
      list: one('card'),
      card: {
        name: one('name'),
        description: [description, ...extra].filter((part) => part.trim() !== '').join('\n\n'),
        labels: all('label').flatMap((cell) => pieces(cell, /[,;\n]/)),
        priority: one('flag'),
        start: start ?? null,
        due: due ?? null,
        isCompleted: isYes(one('is_completed')),
        completedAt: null,
        isArchived: isYes(one('status')),
        subtasks: all('subtasks').flatMap((cell) => itemsOf(cell)),
        comments: [],
        fields: Object.fromEntries(plain.filter(([, value]) => value !== undefined)),
      },
      assignees: all('assigned_to').flatMap(peopleOf),
      collaborators: all('collaborators').flatMap(peopleOf),
      badDates: [start, due].filter((date) => date === undefined).length,
      badValues: plain.filter(([, value]) => value === undefined).length,
    };
  };
}

/** Value of a cell by the type of its field; undefined when the field's schema rejects it. */
function valueOf(cell: string, { value, column, schema }: Field, order: DateOrder): unknown {
  const read = () => {
    if (value === 'date') return readDate(cell, order);
    if (column === 'boolean') return isYes(cell);
    return column === 'integer' ? Number(cell) : cell;
  };
  const found = read();
  return v.is(schema, found) ? found : undefined;
}

function skippedColumns(table: CsvTable, { uses }: CsvChoices): SourceBoard['losses'] {
  return table.headings.flatMap((heading, index) => {
    if (uses[index] !== 'skip') return [];
    const count = table.rows.filter((row) => (row[index] ?? '').trim() !== '').length;
    return [
      {
        what: i18n.t('Column “{heading}”', { heading }),
        count,
        why: i18n.t('You can choose what it is above.'),
      },
    ];
  });
}

/** One subtask per line; a leading `[x]` means completed. */
function itemsOf(cell: string): readonly SourceItem[] {
  return cell.split(/\r?\n/).flatMap((line, index) => {
    const [, box = '', name = ''] = /^\s*(?:[-*]\s*)?(?:\[([ xX])\]\s*)?(.*)$/.exec(line) ?? [];
    if (name.trim() === '') return [];
    return [
      { id: String(index), name: name.trim(), due: null, isCompleted: box.toLowerCase() === 'x' },
    ];
  });
}

/** `Ada Field <ada@field.test>; Ben` */
function peopleOf(cell: string): readonly SourcePerson[] {
  return pieces(cell, cell.includes(';') ? /;/ : /[,\n]/).map((piece) => {
    const [, name = '', email = ''] = /^(.*?)\s*<([^<>]+@[^<>]+)>$/.exec(piece) ?? [];
    if (email !== '') return { key: email.toLowerCase(), name, email };
    return piece.includes('@')
      ? { key: piece.toLowerCase(), name: '', email: piece }
      : { key: piece.toLowerCase(), name: piece, email: '' };
  });
}

function pieces(cell: string, separator: RegExp): readonly string[] {
  return cell
    .split(separator)
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '');
}

function isYes(cell: string): boolean {
  return /^(yes|true|1|x|done|complete|completed|ja|y|✓|✔)$/i.test(cell);
}

import * as v from 'valibot';
import { localDay } from '../../../model/shared/dates.ts';
import { i18n } from '../../i18n/i18n.ts';
import {
  present,
  type SourceBoard,
  type SourceCard,
  type SourceComment,
  type SourceItem,
  UnreadableFile,
} from './source-board.ts';

/** Trello exports at most this many actions, the newest ones. */
const MOST_ACTIONS = 1000;

/**
 * Reads the JSON export of a Trello board (Menu, Print, export and share, Export as JSON). Throws
 * UnreadableFile for anything else. `offsetOf` returns `Date.getTimezoneOffset()` of the person at an
 * instant, which varies with daylight saving time: Cairn's dates have no time and no zone.
 */
export function readTrello(text: string, offsetOf: (milliseconds: number) => number): SourceBoard {
  const board = parseBoard(text);
  const dayOf = (instant: string | null) => {
    const time = instant === null ? Number.NaN : Date.parse(instant);
    return Number.isFinite(time) ? localDay(time, offsetOf(time)) : null;
  };
  const comments = Map.groupBy(commentsOf(board), ({ card }) => card);
  const items = Map.groupBy(itemsOf(board, dayOf), ({ card }) => card);
  const labelNames = new Map(board.labels.map((label) => [label.id, labelName(label)]));
  const cards = Map.groupBy(board.cards.toSorted(byPlace), ({ idList }) => idList);
  const known = new Set(board.lists.map(({ id }) => id));
  const homeless = board.cards.filter(({ idList }) => !known.has(idList));
  const toCard = (card: Card): SourceCard => ({
    id: card.id,
    name: card.name,
    description: withLinks(card),
    labels: labelsOf(card, labelNames),
    priority: '',
    start: dayOf(card.start),
    due: dayOf(card.due),
    assignees: card.idMembers,
    collaborators: [],
    isCompleted: card.dueComplete,
    completedAt: null,
    isArchived: card.closed,
    subtasks: (items.get(card.id) ?? []).map(({ item }) => item),
    comments: (comments.get(card.id) ?? []).map(({ comment }) => comment),
    fields: {},
  });
  const lists = board.lists.toSorted(byPlace).map((list) => ({
    id: list.id,
    name: list.name,
    isArchived: list.closed,
    cards: (cards.get(list.id) ?? []).map(toCard),
  }));
  return {
    kind: 'trello',
    id: board.id,
    name: board.name,
    description: board.desc,
    lists: [
      ...lists,
      ...(homeless.length === 0
        ? []
        : [
            {
              id: 'none',
              name: i18n.t('Imported'),
              isArchived: false,
              cards: homeless.map(toCard),
            },
          ]),
    ],
    people: board.members.map(({ id, fullName, username, email }) => ({
      key: id,
      name: fullName === '' ? username : fullName,
      email,
    })),
    losses: lossesOf(board),
    changes: changesOf(board),
  };
}

const text = v.fallback(v.string(), '');
const place = v.fallback(v.number(), 0);
const flag = v.fallback(v.boolean(), false);
const moment = v.fallback(v.nullable(v.string()), null);
const ids = v.fallback(v.array(v.string()), []);
const things = v.fallback(v.array(v.unknown()), []);

const cardSchema = v.object({
  id: v.string(),
  name: text,
  desc: text,
  idList: text,
  closed: flag,
  pos: place,
  due: moment,
  start: moment,
  dueComplete: flag,
  idLabels: ids,
  labels: listOf(
    v.object({ id: text, name: text, color: v.fallback(v.nullable(v.string()), null) }),
  ),
  idMembers: ids,
  attachments: listOf(v.object({ name: text, url: text, isUpload: flag })),
  customFieldItems: things,
  stickers: things,
  idMembersVoted: things,
  coordinates: v.fallback(v.unknown(), null),
});
type Card = v.InferOutput<typeof cardSchema>;

const labelSchema = v.object({
  id: v.string(),
  name: text,
  color: v.fallback(v.nullable(v.string()), null),
});

const boardSchema = v.object({
  id: v.pipe(v.string(), v.minLength(1)),
  name: text,
  desc: text,
  lists: listOf(v.object({ id: v.string(), name: text, closed: flag, pos: place })),
  cards: listOf(cardSchema),
  labels: listOf(labelSchema),
  checklists: listOf(
    v.object({
      idCard: v.string(),
      name: text,
      pos: place,
      checkItems: listOf(
        v.object({
          id: v.string(),
          name: text,
          pos: place,
          state: text,
          due: moment,
          idMember: v.fallback(v.nullable(v.string()), null),
        }),
      ),
    }),
  ),
  members: listOf(v.object({ id: v.string(), fullName: text, username: text, email: text })),
  actions: listOf(
    v.object({
      id: v.string(),
      type: text,
      date: text,
      data: v.fallback(v.object({ text, card: v.fallback(v.object({ id: text }), { id: '' }) }), {
        text: '',
        card: { id: '' },
      }),
      memberCreator: v.fallback(v.object({ fullName: text, username: text }), {
        fullName: '',
        username: '',
      }),
    }),
  ),
});
type Board = v.InferOutput<typeof boardSchema> & { readonly unreadable: number };

/** Invalid entries are omitted; the caller counts them by comparing with the file. */
function listOf<Output>(schema: v.GenericSchema<unknown, Output>) {
  return v.pipe(
    v.fallback(v.array(v.unknown()), []),
    v.transform((all) =>
      all.flatMap((one) => {
        const read = v.safeParse(schema, one);
        return read.success ? [read.output] : [];
      }),
    ),
  );
}

function parseBoard(json: string): Board {
  let raw: unknown;
  try {
    raw = JSON.parse(json);
  } catch {
    throw new UnreadableFile(
      i18n.t('This file is not complete JSON. Download it from Trello once more.'),
    );
  }
  const shape = v.safeParse(
    v.object({ id: v.string(), lists: v.array(v.unknown()), cards: v.array(v.unknown()) }),
    raw,
  );
  const read = v.safeParse(boardSchema, raw);
  if (!shape.success || !read.success) {
    throw new UnreadableFile(
      i18n.t(
        'This is no Trello board. In Trello: Menu, “Print, export, and share”, “Export as JSON”.',
      ),
    );
  }
  const { lists, cards } = shape.output;
  const unreadable =
    lists.length - read.output.lists.length + (cards.length - read.output.cards.length);
  return { ...read.output, unreadable };
}

function labelName({ name, color }: v.InferOutput<typeof labelSchema>): string {
  return name.trim() === '' ? (color ?? '') : name.trim();
}

function labelsOf(card: Card, names: ReadonlyMap<string, string>): readonly string[] {
  const byId = card.idLabels.map((id) => names.get(id) ?? '');
  const own = card.labels.map(labelName);
  return [...new Set(byId.some((name) => name !== '') ? byId : own)].filter((name) => name !== '');
}

/** Files are not imported; their addresses are added to the text. */
function withLinks(card: Card): string {
  const links = card.attachments
    .filter(({ url }) => url !== '')
    .map(({ name, url }) => (name === '' || name === url ? `- ${url}` : `- ${name}: ${url}`));
  if (links.length === 0) return card.desc;
  const head = card.desc.trim() === '' ? '' : `${card.desc}\n\n`;
  return `${head}${i18n.t('Attachments:')}\n${links.join('\n')}`;
}

function itemsOf(
  board: Board,
  dayOf: (instant: string | null) => string | null,
): readonly { readonly card: string; readonly item: SourceItem }[] {
  const perCard = Map.groupBy(board.checklists, ({ idCard }) => idCard);
  return board.checklists.toSorted(byPlace).flatMap((list) => {
    const isOnly = perCard.get(list.idCard)?.length === 1;
    return list.checkItems.toSorted(byPlace).map(({ id, name, due, state }) => ({
      card: list.idCard,
      item: {
        id,
        name: isOnly || list.name === '' ? name : `${list.name}: ${name}`,
        due: dayOf(due),
        isCompleted: state === 'complete',
      },
    }));
  });
}

function commentsOf(
  board: Board,
): readonly { readonly card: string; readonly comment: SourceComment }[] {
  return board.actions
    .filter(({ type, data }) => type === 'commentCard' && data.text.trim() !== '')
    .toSorted((left, right) => (left.date < right.date ? -1 : 1))
    .map(({ id, date, data, memberCreator }) => {
      const who = memberCreator.fullName || memberCreator.username || i18n.t('Somebody');
      return {
        card: data.card.id,
        comment: { id, text: `${who}, ${date.slice(0, 10)}:\n${data.text}` },
      };
    });
}

function lossesOf(board: Board): SourceBoard['losses'] {
  const count = (of: (card: Card) => number) =>
    board.cards.reduce((sum, card) => sum + of(card), 0);
  const items = board.checklists.flatMap(({ checkItems }) => checkItems);
  return present([
    {
      what: i18n.t('Attached files and covers'),
      count: count(({ attachments }) => attachments.filter(({ isUpload }) => isUpload).length),
      why: i18n.t('They are not in Trello’s file; their addresses come along in the description.'),
    },
    {
      what: i18n.t('Custom fields'),
      count: count(({ customFieldItems }) => customFieldItems.length),
      why: i18n.t('A task has no fields of one’s own.'),
    },
    {
      what: i18n.t('Assigned checklist items'),
      count: items.filter(({ idMember }) => idMember !== null).length,
      why: i18n.t('A subtask belongs to the people of its task.'),
    },
    {
      what: i18n.t('Stickers and votes'),
      count: count(({ stickers, idMembersVoted }) => stickers.length + idMembersVoted.length),
      why: i18n.t('Cairn has none.'),
    },
    {
      what: i18n.t('Locations'),
      count: count(({ coordinates }) =>
        coordinates === null || coordinates === undefined ? 0 : 1,
      ),
      why: i18n.t('Cairn has none.'),
    },
    {
      what: i18n.t('Entries of the activity'),
      count: board.actions.filter(({ type }) => type !== 'commentCard').length,
      why: i18n.t('Who did what in Trello stays there.'),
    },
    {
      what: i18n.t('Entries that could not be read'),
      count: board.unreadable,
      why: i18n.t('They are not as Trello writes them.'),
    },
  ]);
}

function changesOf(board: Board): readonly string[] {
  const dates = board.cards.filter(({ due }) => due !== null).length;
  return [
    ...(dates > 0 ? [i18n.t('Due dates lose their time of day: Cairn has dates.')] : []),
    ...(board.actions.some(({ type }) => type === 'commentCard')
      ? [i18n.t('Comments become yours; their first line says who wrote them and when.')]
      : []),
    ...(board.actions.length >= MOST_ACTIONS
      ? [
          i18n.t(
            'Trello puts only its newest 1,000 actions into the file: older comments are not in it.',
          ),
        ]
      : []),
  ];
}

function byPlace(left: { readonly pos: number }, right: { readonly pos: number }): number {
  return left.pos - right.pos;
}

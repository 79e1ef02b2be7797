import { projects } from '../../model/entities/project.ts';
import { projectOfScope } from '../../model/entities/scopes.ts';
import type { NameOf, Prepared } from '../../model/mutations/define-mutation.ts';
import { inEnglish, message, type Message } from '../../model/shared/message.ts';
import { isDiscardable, preparedOf } from '../core/dependencies.ts';
import type { LocalFile } from '../core/ports/files.ts';
import type { OutboxItem, RejectedItem } from '../core/ports/outbox.ts';
import { refOfKey } from '../core/row-key.ts';
import { type AccountDb, rows } from './database.ts';
import { isOrphaned, unsentFiles } from './local-files.ts';
import { outboxRows } from './outbox-rows.ts';
import { lineOf, namesFor, placesFor } from './names.ts';
import { fileEntryId } from './outbox-entry-id.ts';
import { idsIn } from './referred-files.ts';
import { queueOf } from './sync-status.ts';

/** One line of the outbox panel. */
export interface OutboxEntry {
  /** Parameter of retry, discard, editText and chooseText. */
  readonly id: string;
  readonly description: Message;
  /** Names of the row, its task and its project, as far as they are on this device. */
  readonly place: readonly string[];
  /** The person's own text, to copy. */
  readonly ownText: string;
  /** Long text that `editText` replaces; missing when there is none. */
  readonly text?: string;
  readonly state:
    | 'waiting'
    | 'sending'
    | 'blocked'
    /** VER-2: made by a newer build; this one cannot send it. */
    | 'newer'
    | 'quarantined'
    | 'rejected'
    | 'conflict';
  /** Reason that the person has to act, in English. */
  readonly reason?: string;
  /** Sentences of the reason, where it is more than one text to translate; the specification's text first. */
  readonly reasons?: readonly (Message | string)[];
  /** False for a mutation that may have reached the server: its verdict is needed before it can be discarded. */
  readonly mayDiscard: boolean;
  /** False for a file that has no row any more: it is sent by itself when the row is back (FILE-2.13). */
  readonly mayRetry: boolean;
  /** Files of the change whose bytes are on this device, to be saved; only for a decision, and for a file's own entry. */
  readonly files: readonly SavableFile[];
  readonly at: number;
  readonly table: string;
  readonly rowId: string;
  /** Parent rows: a rejected comment has no row of its own any more and is shown at its task. */
  readonly parents: readonly { readonly table: string; readonly id: string }[];
  /** Entries with the same group were rejected together. */
  readonly group: string;
  /** Both texts of a conflict. */
  readonly mine?: string;
  readonly theirs?: string;
  /** Organisation user who wrote `theirs`, where the server has named them. */
  readonly author?: string | undefined;
  /** `OutboxItem.lines`, for the reader to parse. */
  readonly lines: readonly unknown[];
}

export interface SavableFile {
  readonly id: string;
  readonly name: string;
}

/** Mutations that the server has not confirmed or has rejected, in the order in which they were made. */
export async function outboxItems(db: AccountDb): Promise<readonly OutboxEntry[]> {
  const [pending, rejected, unsent] = await Promise.all([
    outboxRows(db),
    db.rejected.orderBy('seq').toArray(),
    unsentFiles(db),
  ]);
  const { open, known, blocked } = queueOf(pending);
  const rejectedItems = rejected.map((one) => ({ one, prepared: preparedOf(one.item) }));
  const stuck = open.filter(({ state }) => state === 'quarantined');
  const [savable, nameOf, places, readable] = await Promise.all([
    savableIn(db, [...stuck, ...rejected.map(({ item }) => item)]),
    namesFor(db, [...known.values(), ...rejectedItems.map((one) => one.prepared)]),
    placesFor(
      db,
      open.flatMap(({ keys }) => keys[0] ?? []),
    ),
    projectsHere(db, rejected),
  ]);
  return [
    ...rejectedItems.map(({ one, prepared }) => ({
      ...rejectedEntry(one, prepared, { nameOf, readable }),
      files: savable.get(one.seq) ?? [],
    })),
    ...open.map((item) => ({
      ...pendingEntry(item, known.get(item.seq), blocked.has(item.seq)),
      ...messageOf(item, known.get(item.seq), nameOf),
      files: savable.get(item.seq) ?? [],
      place: places.get(item.keys[0] ?? '') ?? [],
    })),
  ]
    .toSorted((left, right) => Number(left.id) - Number(right.id))
    .concat(unsent.map(fileEntry));
}

/** By seq of the mutation: the files that it names and whose bytes are here. */
async function savableIn(
  db: AccountDb,
  items: readonly OutboxItem[],
): Promise<ReadonlyMap<number, readonly SavableFile[]>> {
  const named = new Map(items.map((item) => [item.seq, new Set(idsIn(item))]));
  const ids = new Set([...named.values()].flatMap((some) => [...some]));
  const here = ids.size === 0 ? [] : await db.blobs.bulkGet([...ids]);
  const savable = here.filter((file) => file !== undefined && file.state !== 'copying');
  return new Map(
    [...named].map(([seq, some]) => [
      seq,
      savable.flatMap((file) =>
        file !== undefined && some.has(file.id) ? [{ id: file.id, name: file.name }] : [],
      ),
    ]),
  );
}

function fileEntry(file: LocalFile): OutboxEntry {
  const { id, name, state, sent, parts, reason, at } = file;
  const percent = Math.floor((sent / parts) * 100);
  return {
    id: fileEntryId(id),
    description:
      state === 'waiting' && sent > 0
        ? message('Upload "{name}" ({percent} %)', { name, percent })
        : message('Upload "{name}"', { name }),
    place: [],
    ownText: '',
    state: state === 'refused' ? 'rejected' : sent > 0 ? 'sending' : 'waiting',
    ...(reason !== undefined && { reason: reason.message }),
    mayDiscard: true,
    mayRetry: !isOrphaned(file),
    files: [{ id, name }],
    at,
    table: 'files',
    rowId: id,
    parents: [],
    lines: [],
    group: fileEntryId(id),
  };
}

function pendingEntry(
  item: OutboxItem,
  prepared: Prepared | undefined,
  isBlocked: boolean,
): Pick<OutboxEntry, 'state' | 'reason' | 'group' | 'mayDiscard' | 'mayRetry'> {
  const state = prepared === undefined ? 'newer' : pendingState(item, isBlocked);
  const reason = reasonOf(item, state);
  return {
    state,
    ...(reason !== undefined && { reason }),
    mayDiscard: isDiscardable(item),
    mayRetry: true,
    group: String(item.seq),
  };
}

function reasonOf(
  { isBarred }: OutboxItem,
  state: 'newer' | ReturnType<typeof pendingState>,
): string | undefined {
  if (isBarred === true && (state === 'waiting' || state === 'quarantined')) return BLOCKED;
  return state === 'waiting' || state === 'sending' ? undefined : REASONS[state];
}

const BLOCKED =
  /*i18n*/ 'A firewall or a proxy on the way to the server does not let this change through. It stays here and is tried again by itself.';

const REASONS = {
  newer:
    /*i18n*/ 'A newer version of Cairn made this change, and this one cannot send it. It stays here and is sent as soon as the newer version runs on this device again.',
  quarantined: /*i18n*/ 'The server fails on this change again and again',
  blocked: /*i18n*/ 'Waits for a change before it',
} as const;

function pendingState(item: OutboxItem, isBlocked: boolean) {
  if (item.state === 'quarantined') return 'quarantined';
  if (item.state === 'sending') return 'sending';
  return isBlocked ? 'blocked' : 'waiting';
}

function rejectedEntry(
  rejected: RejectedItem,
  prepared: Prepared | undefined,
  { nameOf, readable }: { readonly nameOf: NameOf; readonly readable: ReadonlySet<string> },
): Omit<OutboxEntry, 'files'> {
  const words = messageOf(rejected.item, prepared, nameOf);
  const { conflict, place = [] } = rejected;
  const reasons = [prepared?.failure, rejectionText(rejected, readable)].filter(
    (text) => text !== undefined,
  );
  return {
    ...words,
    place,
    mayDiscard: true,
    mayRetry: true,
    state: conflict === undefined ? 'rejected' : 'conflict',
    reason: reasons.map((text) => (typeof text === 'string' ? text : inEnglish(text))).join(' '),
    reasons,
    group: String(rejected.group),
    ...(conflict !== undefined && {
      mine: conflict.mine,
      theirs: conflict.theirs,
      author: conflict.author,
    }),
  };
}

/** Project of the row at the rejection; undefined when the row was in none or nothing of it was here. */
function projectOf({ local, base }: RejectedItem): string | undefined {
  const scope = (local ?? base)?.scope;
  return scope === undefined ? undefined : projectOfScope(scope);
}

/** Those projects of the rejected mutations that are on this device: the person still has access to them. */
async function projectsHere(
  db: AccountDb,
  rejected: readonly RejectedItem[],
): Promise<ReadonlySet<string>> {
  const ids = [...new Set(rejected.flatMap((one) => projectOf(one) ?? []))];
  if (ids.length === 0) return new Set();
  const found = await rows(db, projects).bulkGet(ids);
  return new Set(found.flatMap((row) => row?.id ?? []));
}

/**
 * The server's text does not say what the person has lost access to; the outermost name of its place does. When the
 * project is still here, something else is missing: what the mutation needs was deleted, or moved to a project that the
 * person cannot read. Then the server's text is the true one.
 */
function rejectionText(rejected: RejectedItem, readable: ReadonlySet<string>): Message | string {
  const { reason, place = [] } = rejected;
  if (reason.code !== 'not_found' || readable.has(projectOf(rejected) ?? '')) return reason.message;
  const name = place.at(-1);
  return name === undefined
    ? message('You no longer have access to this, so it was not sent.')
    : message('You no longer have access to “{name}”, so this was not sent.', { name });
}

function messageOf(item: OutboxItem, prepared: Prepared | undefined, nameOf: NameOf) {
  const ref = refOfKey(item.keys[0] ?? '/');
  return {
    id: String(item.seq),
    description: lineOf(item, prepared, nameOf),
    ownText: prepared?.ownText ?? '',
    ...(prepared?.text !== undefined && { text: prepared.text.text }),
    at: item.at,
    table: ref.table,
    rowId: ref.id,
    parents: item.parents.map(refOfKey),
    lines: item.lines ?? [],
  };
}

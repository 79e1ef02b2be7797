import { type Task, tasks } from '../../model/entities/task.ts';
import type { Mutation, Prepared } from '../../model/mutations/define-mutation.ts';
import { fileDelete } from '../../model/mutations/file/file-delete.ts';
import type { Actor } from '../../model/permissions/actor.ts';
import { CairnError, refuse, type Refusal } from '../../model/shared/errors.ts';
import { newId } from '../../model/shared/ids.ts';
import { type AccountContext, accountContext } from '../store/account-loaders.ts';
import { actorOf } from '../store/actor.ts';
import { type AllTasks, allTasks } from '../store/all-tasks.ts';
import { type BoardSnapshots, boardSnapshots } from '../store/board-snapshots.ts';
import { type AccountDb, accountDb } from '../store/database.ts';
import type { AccountRecord } from '../store/device-db.ts';
import { dexieStore } from '../store/dexie-store.ts';
import { type ReferenceData, referenceData } from '../store/reference-data.ts';
import { followGone } from '../store/gone.ts';
import { fileOfEntry } from '../store/sync-status.ts';
import { unsentOf } from '../store/prepare.ts';
import { dropFile, retryFile } from '../store/local-files.ts';
import { type RowsById, rowsById } from '../store/reactive/rows-by-id.ts';
import type { ImportReport } from '../store/unsent-copy.ts';
import type { GroupOutcome } from '../store/write-groups.ts';
import { writeAllLocally, writeLocally } from '../store/local-write.ts';
import type { ActionContext, TextChoice } from '../store/outbox-actions.ts';
import type { MessageRange, ReplicaReport, RangeRequest } from '../worker/types.ts';
import { part, notifyNotSaved, whyNot } from './not-saved.ts';
import type { UnsentMark } from './unsent-mark.ts';
import type { WorkerLink } from './worker-link.ts';

/** One person in one organisation, open on this device. Works without a network and without a token. */
export interface Account {
  readonly key: string;
  readonly orgId: string;
  readonly orgUserId: string;
  readonly userId: string;
  readonly record: AccountRecord;
  readonly db: AccountDb;
  /** Shared by all screens. */
  readonly loaders: AccountContext;
  /** People, projects and the like, by name; shared by all screens too. */
  readonly directory: ReferenceData;
  /** Every active task, in memory while a screen over all of them is open. */
  readonly allTasks: AllTasks;
  /** What stands first on the board that is opened. */
  readonly snapshots: BoardSnapshots;
  /** The tasks that stand on a board. */
  readonly taskRows: RowsById<Task>;
  /**
   * Asks the rule and writes. Undefined: committed on this device. A refusal: nothing happened, show its message.
   * `line` is kept with it for the history, until the server has its own.
   */
  readonly mutate: <Args>(
    mutation: Mutation<Args>,
    args: Args,
    line?: object,
  ) => Promise<Refusal | undefined>;
  /** Several changes in one transaction, each an entry of its own; what was refused says so at its place. */
  readonly mutateAll: (changes: readonly Prepared[]) => Promise<readonly (Refusal | undefined)[]>;
  /**
   * An import's changes, group by group in one transaction; what is here already is passed over. The engine is not woken:
   * whoever calls it many times does that at the end.
   */
  readonly takeIn: (groups: readonly (readonly Prepared[])[]) => Promise<readonly GroupOutcome[]>;
  /**
   * Takes a file's bytes in and writes its row (FILE-1); `scope` is that of the row it will hang on. Its id, or why not:
   * then nothing is here.
   */
  readonly attach: (
    content: Blob,
    file: { readonly name: string; readonly scope: string },
  ) => Promise<{ readonly id: string } | Refusal>;
  /** Id for a row made here (ID-1). */
  readonly newId: () => string;
  /** Milliseconds by the device's clock. */
  readonly now: () => number;
  readonly retry: (id: string) => Promise<Refusal | undefined>;
  readonly discard: (id: string) => Promise<Refusal | undefined>;
  readonly editText: (id: string, text: string) => Promise<Refusal | undefined>;
  readonly chooseText: (id: string, choice: TextChoice) => Promise<Refusal | undefined>;
  /** Does the changes of a downloaded copy again. Rejects with CairnError for a file that is none, or somebody else's. */
  readonly importOutbox: (file: Blob) => Promise<ImportReport>;
  /** Changes that the server does not have. */
  readonly unsent: () => Promise<number>;
  /** Who acts, with the rights their rows give them now. */
  readonly actor: () => Promise<Actor>;
  readonly dismissNotice: (id: string) => Promise<void>;
  readonly wake: () => void;
  /**
   * Brings messages of a conversation, the next older ones when it is not said which; the numbers that are here by that.
   * Rejects with `unavailable` without a network, with `not_found` for a message that is not in the conversation.
   */
  readonly loadMessages: (conversation: string, part?: RangeRequest) => Promise<MessageRange>;
  readonly checkReplica: () => Promise<ReplicaReport>;
}

/** What an account needs of its page: the worker, and the mark of unsent changes outside the store. */
export type AccountLink = Pick<WorkerLink, 'wake' | 'loadMessages' | 'checkReplica'> &
  Pick<UnsentMark, 'around'>;

export function openAccount(record: AccountRecord, link: AccountLink): Account {
  const { dbName } = record;
  const db = accountDb(dbName);
  const store = dexieStore(db, IDS);
  const loaders = accountContext(db, record);
  let isFollowed = false;
  let isGone = false;
  followGone(db.dexie, () => (isGone = true));
  const context = async (): Promise<ActionContext> => {
    // What was written into the empty store that is opened in its place would count as all there ever was (CLIENT-6).
    if (isGone) throw new CairnError(GONE);
    // Kept up to date from the first write on: four reads one after the other before each would be felt.
    if (!isFollowed) loaders.actor.subscribe(() => undefined);
    isFollowed = true;
    return { store, actor: loaders.actor.current() ?? (await actorOf(db, record)), at: Date.now() };
  };
  const written = (refusal: Refusal | undefined) => {
    if (refusal === undefined) link.wake();
    return refusal;
  };
  const { mutate, mutateAll } = writesOf({ context, link, dbName });
  return {
    key: record.key,
    orgId: record.orgId,
    orgUserId: record.orgUserId,
    userId: record.userId,
    record,
    db,
    loaders,
    directory: referenceData(db),
    allTasks: allTasks(db),
    snapshots: boardSnapshots(db),
    taskRows: rowsById(db, tasks),
    mutate,
    mutateAll,
    takeIn: async (groups) => {
      const { writeGroups } = await part(() => import('../store/write-groups.ts'));
      const { store: target, actor, at } = await context();
      return link.around(() => writeGroups(target, groups, { actor, at }), {
        dbName,
        count: groups.flat().length,
        isDone: () => true,
      });
    },
    attach: async (content, { name, scope }) => {
      try {
        // Loaded when somebody picks a file: hashing is not part of the first page.
        const { attachFile } = await part(() => import('../store/attach-file.ts'));
        const id = newId(IDS);
        const attaching = { ...(await context()), db, content, name, scope, id };
        const refusal = await link.around(() => attachFile(attaching), {
          dbName,
          count: 2,
          isDone: (found) => found === undefined,
        });
        return written(refusal) ?? { id };
      } catch (error) {
        return whyNot(error);
      }
    },
    newId: () => newId(IDS),
    now: () => Date.now(),
    ...outboxActionsOf({ db, context, written, mutate }),
    importOutbox: async (file) => {
      const { importUnsent } = await part(() => import('../store/unsent-copy.ts'));
      const report = await importUnsent(file, { record, ...(await context()) });
      written(undefined);
      return report;
    },
    unsent: () => unsentOf(db),
    actor: () => actorOf(db, record),
    dismissNotice: (id) => db.notices.delete(id),
    wake: () => link.wake(),
    loadMessages: (conversation, part) => link.loadMessages(conversation, part),
    checkReplica: () => link.checkReplica(),
  };
}

/** What the person does about entries of their outbox. */
function outboxActionsOf(parts: {
  readonly db: AccountDb;
  readonly context: () => Promise<ActionContext>;
  /** Wakes the engine when something was written. */
  readonly written: (refusal: Refusal | undefined) => Refusal | undefined;
  readonly mutate: Account['mutate'];
}): Pick<Account, 'retry' | 'discard' | 'editText' | 'chooseText'> {
  const { db, context, written, mutate } = parts;
  // Its row goes with the bytes: what refers to it shows no file any more, and keeps its text.
  const removeFile = async (id: string) => {
    const refusal = await mutate(fileDelete, { id });
    if (refusal === undefined) await dropFile(db, id);
    return refusal;
  };
  return {
    retry: (id) =>
      withRefusal(async () => {
        const file = fileOfEntry(id);
        if (file === undefined) {
          const { retryItem } = await actions();
          return written(await retryItem(await context(), id));
        }
        await retryFile(db, file);
        return written(undefined);
      }),
    discard: (id) =>
      withRefusal(async () => {
        const file = fileOfEntry(id);
        if (file === undefined) {
          const { discardItem } = await actions();
          return written(await discardItem(await context(), id));
        }
        return removeFile(file);
      }),
    editText: (id, text) =>
      withRefusal(async () => {
        const { editItemText } = await actions();
        return written(await editItemText(await context(), id, text));
      }),
    chooseText: (id, choice) =>
      withRefusal(async () => {
        const { chooseItemText } = await actions();
        return written(await chooseItemText(await context(), id, choice));
      }),
  };
}

/** What can be done about one change that waits: loaded when somebody does it. */
const actions = () => part(() => import('../store/outbox-actions.ts'));

/** Asks the rules and writes; the engine is woken when something was written. */
function writesOf({
  context,
  link,
  dbName,
}: {
  readonly context: () => Promise<ActionContext>;
  readonly link: Pick<AccountLink, 'wake' | 'around'>;
  readonly dbName: string;
}): Pick<Account, 'mutate' | 'mutateAll'> {
  const mutateAll: Account['mutateAll'] = async (changes) => {
    try {
      const who = await context();
      const writes = changes.map((prepared) => ({ prepared, actor: who.actor, at: who.at }));
      const refusals = await link.around(() => writeAllLocally(who.store, writes), {
        dbName,
        count: writes.length,
        isDone: (all) => all.includes(undefined),
      });
      if (refusals.includes(undefined)) link.wake();
      return refusals;
    } catch (error) {
      const refusal = notifyNotSaved(error);
      return changes.map(() => refusal);
    }
  };
  return {
    mutateAll,
    mutate: (mutation, args, line) =>
      withRefusal(async () => {
        const prepared = mutation.prepare(args);
        const { store, actor, at } = await context();
        const lines = line !== undefined && { lines: [line] };
        const refusal = await link.around(
          () => writeLocally(store, { prepared, actor, at, ...lines }),
          { dbName, count: 1, isDone: (found) => found === undefined },
        );
        if (refusal === undefined) link.wake();
        return refusal;
      }),
  };
}

/** A write whose failure is a refusal as well: nothing of it happened, and the person is told in words. */
async function withRefusal(
  write: () => Promise<Refusal | undefined>,
): Promise<Refusal | undefined> {
  try {
    return await write();
  } catch (error) {
    return notifyNotSaved(error);
  }
}

const GONE = refuse(
  'internal',
  'Not saved: the browser has taken Cairn’s data away on this device. Copy what you typed, reload the page and do it again.',
);

/** The dice and the clock of this machine. */
const IDS = {
  now: () => Date.now(),
  randomBytes: (target: Uint8Array) => {
    const bytes = new Uint8Array(target.length);
    crypto.getRandomValues(bytes);
    target.set(bytes);
    return target;
  },
} as const;

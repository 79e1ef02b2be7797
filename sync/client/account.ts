import { projectScope } from '../../model/entities/scopes.ts';
import { type Task, tasks } from '../../model/entities/task.ts';
import type { Mutation, Prepared } from '../../model/mutations/define-mutation.ts';
import { fileDelete } from '../../model/mutations/file/file-delete.ts';
import { CairnError, refuse, type Refusal } from '../../model/shared/errors.ts';
import { newId } from '../../model/shared/ids.ts';
import { type AccountContext, accountContext } from '../store/account-loaders.ts';
import { actorOf } from '../store/actor.ts';
import type { NewFile } from '../store/attach-file.ts';
import { type AllTasks, allTasks } from '../store/all-tasks.ts';
import { type BoardSnapshots, boardSnapshots } from '../store/board-snapshots.ts';
import { type AccountDb, accountDb } from '../store/database.ts';
import { type FirstReads, firstReads } from '../store/first-reads.ts';
import type { AccountRecord } from '../store/device-db.ts';
import { dexieStore } from '../store/dexie-store.ts';
import type { Drafts } from '../store/drafts.ts';
import { allOf, type ReferenceData, referenceData } from '../store/reference-data.ts';
import { followBrowserClose } from '../store/browser-close.ts';
import { fileOfEntry } from '../store/outbox-entry-id.ts';
import { unsentOf } from '../store/prepare.ts';
import { dropFile, retryFile } from '../store/local-files.ts';
import { type RowsById, rowsById } from '../store/reactive/rows-by-id.ts';
import type { ImportReport } from '../store/import-unsent.ts';
import type { GroupOutcome } from '../store/write-groups.ts';
import { writeAllLocally } from '../store/local-write.ts';
import { ownTableWrites } from '../store/own-tables.ts';
import type { ActionContext, TextChoice } from '../store/outbox-actions.ts';
import type { MessageRange, ReplicaReport, RangeRequest } from '../worker/types.ts';
import { part, notifyNotSaved, refusalFor } from './not-saved.ts';
import type { UnsentMark } from './unsent-mark.ts';
import type { WorkerLink } from './worker-link.ts';

/** One person in one organisation, open on this device. It works without a network and without a token. */
export interface Account {
  readonly key: string;
  readonly orgId: string;
  readonly orgUserId: string;
  readonly userId: string;
  readonly record: AccountRecord;
  readonly db: AccountDb;
  /** Loaders that all screens share. */
  readonly loaders: AccountContext;
  /** People, projects and other reference data by id; shared by all screens. */
  readonly directory: ReferenceData;
  /** The acting person and the reference data. */
  readonly firstReads: FirstReads;
  /** Every active task, in memory while a screen over all tasks is open. */
  readonly allTasks: AllTasks;
  /** Snapshots for the first paint of boards. */
  readonly snapshots: BoardSnapshots;
  /** Tasks of boards by id. */
  readonly taskRows: RowsById<Task>;
  /**
   * Checks the rule and writes. Resolves to undefined once the mutation is committed on this device, or to a refusal
   * when nothing was written. `line` is stored with the mutation for the activity log until the server delivers its own
   * entry.
   */
  readonly mutate: <Args>(
    mutation: Mutation<Args>,
    args: Args,
    line?: object,
  ) => Promise<Refusal | undefined>;
  /**
   * Applies several mutations in one transaction, each as an outbox entry of its own; the result has a refusal at the
   * index of each refused one.
   */
  readonly mutateAll: (changes: readonly Prepared[]) => Promise<readonly (Refusal | undefined)[]>;
  /**
   * For each change whether its values are still those of its rows: false when somebody has changed them again, and an
   * undo would replace what they wrote.
   */
  readonly stillApply: (changes: readonly Prepared[]) => Promise<readonly boolean[]>;
  /**
   * Applies the mutations of an import, group by group in one transaction; rows that exist already are skipped. The
   * engine is not woken: a caller of many groups wakes it at the end.
   */
  readonly importGroups: (
    groups: readonly (readonly Prepared[])[],
  ) => Promise<readonly GroupOutcome[]>;
  /**
   * Stores the bytes of files, and writes their rows and the mutations that refer to them in one transaction (FILE-1).
   * Resolves to undefined, or to a refusal when nothing was stored; nobody has shown it.
   */
  readonly attach: (
    files: readonly NewFile[],
    references: () => readonly Prepared[],
  ) => Promise<Refusal | undefined>;
  /** Id for a row that is created on this device (ID-1). */
  readonly newId: () => string;
  /** Milliseconds by the device's clock. */
  readonly now: () => number;
  readonly retry: (id: string) => Promise<Refusal | undefined>;
  readonly discard: (id: string) => Promise<Refusal | undefined>;
  readonly editText: (id: string, text: string) => Promise<Refusal | undefined>;
  readonly chooseText: (id: string, choice: TextChoice) => Promise<Refusal | undefined>;
  /**
   * Applies the mutations of a downloaded copy again, with its files; half-typed texts return to their forms. Rejects
   * with CairnError for a file that is no such copy or belongs to another person.
   */
  readonly importOutbox: (file: Blob, drafts?: Drafts) => Promise<ImportReport>;
  /** Number of mutations that the server has not confirmed. */
  readonly unsent: () => Promise<number>;
  readonly dismissNotice: (id: string) => Promise<void>;
  readonly wake: () => void;
  /**
   * Loads a range of messages of a conversation, by default the next older one; resolves to the range that is complete
   * on this device by then. Rejects with `unavailable` without a network and with `not_found` for a message that is not
   * in the conversation.
   */
  readonly loadMessages: (conversation: string, part?: RangeRequest) => Promise<MessageRange>;
  readonly checkReplica: () => Promise<ReplicaReport>;
  /** From now on this device keeps the details of these projects (OUT-3); they arrive when there is a network. */
  readonly holdProjects: (projectIds: readonly string[]) => void;
  /** Downloads the details of a cold task in a hot project, and keeps them while it is used (OUT-7.3). */
  readonly openTask: (task: { readonly id: string; readonly project: string }) => void;
}

/** Dependencies of an account from its page: the worker, and the marker of unsent changes outside the store. */
export type AccountLink = Pick<
  WorkerLink,
  'wake' | 'loadMessages' | 'checkReplica' | 'holdDetails' | 'openTasks'
> &
  Pick<UnsentMark, 'whileCounted'> & {
    /** The account's database, where it is open already. */
    readonly db?: AccountDb | undefined;
  };

export function openAccount(record: AccountRecord, link: AccountLink): Account {
  const { dbName } = record;
  const db = link.db ?? accountDb(dbName);
  const store = dexieStore(db, IDS);
  const loaders = accountContext(db, record);
  const directory = referenceData(db);
  let isFollowed = false;
  let isGone = false;
  followBrowserClose(db.dexie, () => (isGone = true));
  const context = async (): Promise<ActionContext> => {
    // CLIENT-6: rows written into the empty store that replaces a deleted one would count as all rows there ever were.
    if (isGone) throw new CairnError(GONE);
    // Subscribed from the first write on, because the four consecutive reads would delay each write noticeably.
    if (!isFollowed) loaders.actor.subscribe(() => undefined);
    isFollowed = true;
    const actor = loaders.actor.current() ?? (await actorOf(db, record));
    return { store, actor, at: Date.now(), want };
  };
  const openTask: Account['openTask'] = ({ id, project }) =>
    link.openTasks({ [id]: { scope: projectScope(project) } });
  const holdProjects: Account['holdProjects'] = (projectIds) =>
    link.holdDetails(projectIds.map(projectScope));
  const want: ActionContext['want'] = ({ project, task }) =>
    task === undefined ? holdProjects([project]) : openTask({ id: task, project });
  const written = (refusal: Refusal | undefined) => {
    if (refusal === undefined) link.wake();
    return refusal;
  };
  const { mutate, mutateAll, stillApply } = writesOf({ store, context, link, db, dbName });
  return {
    key: record.key,
    orgId: record.orgId,
    orgUserId: record.orgUserId,
    userId: record.userId,
    record,
    db,
    loaders,
    directory,
    firstReads: firstReads([loaders.actor, ...allOf(directory)]),
    allTasks: allTasks(db),
    snapshots: boardSnapshots(db),
    taskRows: rowsById(db, tasks),
    mutate,
    mutateAll,
    stillApply,
    importGroups: async (groups) => {
      const { writeGroups } = await part(() => import('../store/write-groups.ts'));
      const { store: target, actor, at } = await context();
      return link.whileCounted(() => writeGroups(target, groups, { actor, at }), {
        dbName,
        count: groups.flat().length,
        isDone: () => true,
      });
    },
    attach: attachmentsOf({ db, dbName, link, context, written }),
    newId: () => newId(IDS),
    now: () => Date.now(),
    ...outboxActionsOf({ db, context, written, mutate }),
    importOutbox: async (file, drafts) => {
      const { importUnsent } = await part(() => import('../store/import-unsent.ts'));
      const report = await importUnsent(file, { record, db, drafts, ...(await context()) });
      written(undefined);
      return report;
    },
    unsent: () => unsentOf(db),
    dismissNotice: (id) => db.notices.delete(id),
    wake: () => link.wake(),
    loadMessages: (conversation, part) => link.loadMessages(conversation, part),
    checkReplica: () => link.checkReplica(),
    holdProjects,
    openTask,
  };
}

interface Attaching {
  readonly db: AccountDb;
  readonly dbName: string;
  readonly link: AccountLink;
  readonly context: () => Promise<ActionContext>;
  readonly written: (refusal: Refusal | undefined) => Refusal | undefined;
}

/** Stores picked files with the rows that refer to them. */
function attachmentsOf({ db, dbName, link, context, written }: Attaching): Account['attach'] {
  return async (files, makeReferences) => {
    try {
      // Loaded when a person picks a file: hashing is not part of the first page.
      const { attachFiles } = await part(() => import('../store/attach-file.ts'));
      const references = makeReferences();
      const attaching = { ...(await context()), db, files, references };
      const refusal = await link.whileCounted(() => attachFiles(attaching), {
        dbName,
        // Of each file its row and its bytes.
        count: 2 * files.length + references.length,
        isDone: (found) => found === undefined,
      });
      return written(refusal);
    } catch (error) {
      return refusalFor(error);
    }
  };
}

/** Actions of a person on entries of their outbox. */
function outboxActionsOf(parts: {
  readonly db: AccountDb;
  readonly context: () => Promise<ActionContext>;
  /** Wakes the engine after a write. */
  readonly written: (refusal: Refusal | undefined) => Refusal | undefined;
  readonly mutate: Account['mutate'];
}): Pick<Account, 'retry' | 'discard' | 'editText' | 'chooseText'> {
  const { db, context, written, mutate } = parts;
  // The row is deleted with the bytes: a text that refers to the file keeps its words and shows no file.
  const removeFile = async (id: string) => {
    const refusal = await mutate(fileDelete, { id });
    if (refusal === undefined) await dropFile(db, id);
    return refusal;
  };
  type Actions = Awaited<ReturnType<typeof actions>>;
  const again = async (
    act: (parts: Actions, who: ActionContext) => Promise<Refusal | undefined>,
  ) => {
    const { withLostFiles } = await part(() => import('../store/lost-files.ts'));
    const parts = await actions();
    return written(await withLostFiles(db, await context(), (who) => act(parts, who)));
  };
  return {
    retry: (id) =>
      withRefusal(async () => {
        const file = fileOfEntry(id);
        if (file === undefined) return again(({ retryItem }, who) => retryItem(who, id));
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
      withRefusal(() => again(({ editItemText }, who) => editItemText(who, id, text))),
    chooseText: (id, choice) =>
      withRefusal(() => again(({ chooseItemText }, who) => chooseItemText(who, id, choice))),
  };
}

/** Actions on one pending mutation are loaded on first use. */
const actions = () => part(() => import('../store/outbox-actions.ts'));

/** Checks the rules and writes; wakes the engine after a write. */
function writesOf({
  store,
  context,
  link,
  db,
  dbName,
}: {
  readonly store: ActionContext['store'];
  readonly context: () => Promise<ActionContext>;
  readonly link: Pick<AccountLink, 'wake' | 'whileCounted'>;
  readonly db: AccountDb;
  readonly dbName: string;
}): Pick<Account, 'mutate' | 'mutateAll' | 'stillApply'> {
  const writeOwnTables = ownTableWrites(store);
  const mutateAll: Account['mutateAll'] = async (changes) => {
    try {
      const who = await context();
      const writeAll = await writerOf(changes.length);
      const refusals = await link.whileCounted(() => writeAll(who.store, changes, who), {
        dbName,
        count: changes.length,
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
    stillApply: async (changes) => {
      const { actor } = await context();
      // An undo must not be refused because a file is missing.
      const known = await import('../store/queries/still-applies.ts').catch(() => undefined);
      return await Promise.all(
        changes.map(async (change) => (await known?.stillApplies(db, change, actor)) ?? true),
      );
    },
    mutate: (mutation, args, line) =>
      withRefusal(async () => {
        const prepared = mutation.prepare(args);
        const { actor, at } = await context();
        const lines = line !== undefined && { lines: [line] };
        const refusal = await link.whileCounted(
          () => writeOwnTables({ prepared, actor, at, ...lines }),
          { dbName, count: 1, isDone: (found) => found === undefined },
        );
        if (refusal === undefined) link.wake();
        return refusal;
      }),
  };
}

/** From this number of changes on they are computed in memory, by code that is loaded on first use. */
const MANY = 10;

async function writerOf(count: number): Promise<typeof writeAllLocally> {
  if (count < MANY) return writeAllLocally;
  // The changes must not be refused because a file is missing: the other way only takes longer.
  return import('../store/write-many.ts').then(
    ({ writeMany }) => writeMany,
    () => writeAllLocally,
  );
}

/** A write whose failure becomes a refusal too: nothing was written, and the person sees a message. */
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
  /*i18n*/ 'Not saved: the browser has deleted Cairn’s data on this device. Copy your text, reload the page and try again.',
);

/** Random source and clock of this machine. */
export const IDS = {
  now: () => Date.now(),
  randomBytes: (target: Uint8Array) => {
    const bytes = new Uint8Array(target.length);
    crypto.getRandomValues(bytes);
    target.set(bytes);
    return target;
  },
} as const;

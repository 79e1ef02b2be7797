import { inEnglish } from '../../model/shared/message.ts';
import { UNSENT_COPY } from '../../model/protocol/unsent-copy.ts';
import type { LocalFile } from '../core/ports/files.ts';
import { type CopiedChange, copiedChanges } from './copied-changes.ts';
import { type CopiedFile, copyArchive, filePaths, filesOnlyHere } from './copy-archive.ts';
import { type AccountDb, accountDb } from './database.ts';
import { type Departure, withMessages } from './departure.ts';
import { type AccountRecord, type DeviceDb, withNames } from './device-db.ts';
import type { StoredDraft } from './drafts.ts';
import { outboxItems } from './outbox-entries.ts';
import { outboxRows } from './outbox-rows.ts';
import { batchesOf } from './prepare.ts';
import { typedIn } from './typed-text.ts';

/** Downloaded copy of unsent work (MUT-10): JSON, or an archive of that JSON and the bytes of files. */

interface CopiedAccount {
  readonly userId: string;
  readonly orgId: string;
  readonly organization: string;
  /** For people to read: the description of each change, and their own text in it. */
  readonly entries: readonly object[];
  /** For the import: mutations in the order in which they were made. */
  readonly mutations: readonly CopiedChange[];
  /** For the import: files of which this device has the only bytes, with their paths in the archive. */
  readonly files: readonly { readonly path: string; readonly file: LocalFile }[];
  /** Half-typed texts by the names of their forms; `typed` is for people to read. */
  readonly drafts: readonly (StoredDraft & { readonly typed: string })[];
  /** Stores and files that could not be read, with the known number of unsent changes that are missing here. */
  readonly unreadable: readonly {
    readonly store: string;
    readonly unsent: number;
    readonly why: string;
  }[];
}

/** Copy, and the work that is missing in it. */
export interface UnsentCopy {
  /** JSON; with files a ZIP archive. */
  readonly file: Blob;
  /** Organisations with unsent changes and files that could not be read, and their number. */
  readonly missing: readonly { readonly organization: string; readonly unsent: number }[];
}

interface CopyOptions {
  /** Opens a store, which is closed again afterwards. */
  readonly open?: (dbName: string) => AccountDb;
  /** Half-typed texts of an account. */
  readonly draftsOf?: (record: AccountRecord) => Promise<readonly StoredDraft[]>;
}

/**
 * Unsent and rejected mutations of these accounts, also those in replaced databases (CLIENT-6), with the bytes of files
 * that are only here, and half-typed texts. A store that does not open does not prevent the copy of the others: the copy
 * lists it.
 */
export async function copyUnsent(
  device: Pick<DeviceDb, 'accounts' | 'former'>,
  wanted: readonly Pick<AccountRecord, 'key'>[],
  { open = accountDb, draftsOf = async () => [] }: CopyOptions = {},
): Promise<UnsentCopy> {
  const accounts: CopiedAccount[] = [];
  const archived = archive();
  for (const { key } of wanted) {
    // Another tab may have replaced the store since the caller read its name.
    const found = await device.accounts.get(key);
    if (found === undefined) continue;
    const record = await withNames(found);
    const replaced = await device.former.where('account').equals(key).toArray();
    const isHere = async ({ dbName }: StoreOf) =>
      dbName === record.dbName || (await device.former.get(dbName)) !== undefined;
    const drafts = await draftsOf(record);
    const { files, ...copied } = await copiedAccount(record, [...replaced, record], {
      open,
      isHere,
    });
    accounts.push({
      ...copied,
      files: archived.add(files),
      drafts: drafts.map((draft) => ({ ...draft, typed: typedIn(draft.text) })),
    });
  }
  return {
    file: await archived.copy(accounts),
    missing: accounts
      .map(({ organization, unreadable }) => ({
        organization,
        unsent: unreadable.reduce((sum, { unsent }) => sum + unsent, 0),
      }))
      .filter(({ unsent }) => unsent > 0),
  };
}

/** The same for unsent work that was kept when its account's data left the device (CLIENT-10). */
export async function copyOfDeparture(departure: Departure): Promise<Blob> {
  const { userId, orgId, orgName, kept } = withMessages(departure);
  const archived = archive();
  const files = kept.flatMap(({ entries }) =>
    entries.flatMap(({ file }) =>
      file?.local === undefined ? [] : [{ file: file.local, bytes: file.content }],
    ),
  );
  return await archived.copy([
    {
      userId,
      orgId,
      organization: orgName,
      entries: kept.flatMap(({ entries }) =>
        entries.map(({ description, text, at }) => ({
          description: inEnglish(description),
          ownText: text,
          at,
        })),
      ),
      mutations: kept.flatMap(({ mutations }) => mutations),
      files: archived.add(files),
      drafts: [],
      unreadable: [],
    },
  ]);
}

/** Gathers the bytes of files, and makes the copy: without files it is JSON, which builds before also import. */
function archive() {
  const pathOf = filePaths();
  const contents = new Map<string, Blob>();
  return {
    add: (files: readonly CopiedFile[]): CopiedAccount['files'] =>
      files.map(({ file, bytes }) => {
        const path = pathOf(file);
        contents.set(path, bytes);
        return { path, file };
      }),
    copy: async (accounts: readonly CopiedAccount[]): Promise<Blob> => {
      const text = JSON.stringify({ kind: UNSENT_COPY, version: 1, accounts }, undefined, 2);
      if (contents.size === 0) return new Blob([text], { type: 'application/json' });
      return await copyArchive(text, contents, new Date());
    },
  };
}

type StoreOf = Pick<AccountRecord, 'dbName' | 'unsent'>;

interface Stores {
  readonly open: (dbName: string) => AccountDb;
  /** False once the whole store has been sent and deleted. */
  readonly isHere: (store: StoreOf) => Promise<boolean>;
}

type ReadAccount = Omit<CopiedAccount, 'files' | 'drafts'> & {
  readonly files: readonly CopiedFile[];
};

/**
 * `stores` are in the order in which the person worked in them, as far as it is known: an earlier mutation is applied
 * first.
 */
async function copiedAccount(
  record: AccountRecord,
  stores: readonly StoreOf[],
  { open, isHere }: Stores,
): Promise<ReadAccount> {
  const copied: CopiedStore[] = [];
  const unreadable: CopiedAccount['unreadable'][number][] = [];
  for (const store of stores) {
    if (!(await isHere(store))) continue;
    const { dbName, unsent } = store;
    const db = open(dbName);
    try {
      const { incomplete, ...rest } = await copiedStore(db);
      copied.push(rest);
      for (const { name } of incomplete) {
        const why = `The bytes of the file "${name}" are not complete`;
        unreadable.push({ store: dbName, unsent: 1, why });
      }
      // A batch without unsent changes is a file that is not attached yet.
      const sealed = (await batchesOf(db)).reduce(
        (sum, batch) => sum + Math.max(1, batch.unsent),
        0,
      );
      if (sealed > 0) unreadable.push({ store: dbName, unsent: sealed, why: 'It is encrypted' });
    } catch (error) {
      // A store that is deleted during the read has nothing left to copy.
      if (await isHere(store)) unreadable.push({ store: dbName, unsent, why: String(error) });
    } finally {
      db.dexie.close();
    }
  }
  return {
    userId: record.userId,
    orgId: record.orgId,
    organization: record.orgName,
    entries: copied.flatMap(({ entries }) => entries),
    mutations: copied.flatMap(({ mutations }) => mutations),
    files: [
      ...new Map(copied.flatMap(({ files }) => files.map((one) => [one.file.id, one]))).values(),
    ],
    unreadable,
  };
}

type CopiedStore = Pick<ReadAccount, 'entries' | 'mutations' | 'files'>;

async function copiedStore(
  db: AccountDb,
): Promise<CopiedStore & { readonly incomplete: readonly LocalFile[] }> {
  const [entries, pending, rejected] = await Promise.all([
    outboxItems(db),
    outboxRows(db),
    db.rejected.toArray(),
  ]);
  const { files, incomplete } = await filesOnlyHere(db);
  const outbox = pending.filter(({ state }) => state !== 'acked');
  return {
    entries: entries.map(
      ({ description, reasons: _, files: _files, mayRetry: _retry, ...rest }) => ({
        ...rest,
        description: inEnglish(description),
      }),
    ),
    mutations: await copiedChanges(db, { outbox, rejected }),
    files,
    incomplete,
  };
}

import type { Actor } from '../../model/permissions/actor.ts';
import { CairnError } from '../../model/shared/errors.ts';
import { inEnglish, type Message, verbatim } from '../../model/shared/message.ts';
import { prepareMutation } from '../../model/mutations/registry.ts';
import { type AccountDb, accountDb } from './database.ts';
import { outboxRows } from './outbox-rows.ts';
import type { LocalTx } from './deferred-tx.ts';
import { type Departure, withMessages } from './departure.ts';
import { type AccountRecord, type DeviceDb, withNames } from './device-db.ts';
import { outboxItems } from './outbox-entries.ts';
import { batchesOf } from './prepare.ts';
import { enqueue, readerOf } from './local-write.ts';
import type { Store } from '../core/ports/store.ts';

/** Downloaded copy of unsent work, and its import. */

const KIND = 'cairn-unsent-work';

interface CopiedAccount {
  readonly userId: string;
  readonly orgId: string;
  readonly organization: string;
  /** For people to read: the description of each change, and their own text in it. */
  readonly entries: readonly object[];
  /** For the import: mutations in the order in which they were made. */
  readonly mutations: readonly { readonly name: string; readonly args: unknown }[];
  /** Stores that could not be read, with the known number of unsent changes that are missing here. */
  readonly unreadable: readonly {
    readonly store: string;
    readonly unsent: number;
    readonly why: string;
  }[];
}

/** Copy, and the work that is missing in it. */
export interface UnsentCopy {
  /** JSON. */
  readonly file: Blob;
  /** Organisations with unsent changes in a store that could not be read, and their number. */
  readonly missing: readonly { readonly organization: string; readonly unsent: number }[];
}

/**
 * Unsent and rejected mutations of these accounts, also those in replaced databases (CLIENT-6). A store that does not
 * open does not prevent the copy of the others: the copy lists it.
 */
export async function copyUnsent(
  device: Pick<DeviceDb, 'accounts' | 'former'>,
  wanted: readonly Pick<AccountRecord, 'key'>[],
  /** Opens a store, which is closed again afterwards. */
  open: (dbName: string) => AccountDb = accountDb,
): Promise<UnsentCopy> {
  const accounts: CopiedAccount[] = [];
  for (const { key } of wanted) {
    // Another tab may have replaced the store since the caller read its name.
    const found = await device.accounts.get(key);
    if (found === undefined) continue;
    const record = await withNames(found);
    const replaced = await device.former.where('account').equals(key).toArray();
    const isHere = async ({ dbName }: StoreOf) =>
      dbName === record.dbName || (await device.former.get(dbName)) !== undefined;
    accounts.push(await copiedAccount(record, [...replaced, record], { open, isHere }));
  }
  return {
    file: copyOf(accounts),
    missing: accounts
      .map(({ organization, unreadable }) => ({
        organization,
        unsent: unreadable.reduce((sum, { unsent }) => sum + unsent, 0),
      }))
      .filter(({ unsent }) => unsent > 0),
  };
}

/** The same for unsent work that was kept when its account's data left the device (CLIENT-10), without files. */
export function copyOfDeparture(departure: Departure): Blob {
  const { userId, orgId, orgName, kept } = withMessages(departure);
  return copyOf([
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
      unreadable: [],
    },
  ]);
}

function copyOf(accounts: readonly CopiedAccount[]): Blob {
  const text = JSON.stringify({ kind: KIND, version: 1, accounts }, undefined, 2);
  return new Blob([text], { type: 'application/json' });
}

/** Imported, skipped and refused mutations, with the reasons of the refused ones. */
export interface ImportReport {
  readonly imported: number;
  readonly known: number;
  readonly refused: readonly NotImported[];
}

interface NotImported {
  readonly what: Message;
  readonly why: string;
}

interface ImportInput {
  readonly record: Pick<AccountRecord, 'userId' | 'orgId'>;
  readonly store: Store;
  readonly actor: Actor;
  /** Milliseconds by the device's clock. */
  readonly at: number;
}

/**
 * Applies the mutations of a copy again, each as a new one under the current rules. A mutation that would create an
 * existing row is skipped: importing a copy twice changes nothing. Throws CairnError `invalid` for a file that is not a
 * copy, and `forbidden` for one of another person or organisation.
 */
export async function importUnsent(file: Blob, input: ImportInput): Promise<ImportReport> {
  const { userId, orgId } = input.record;
  const accounts = parseCopy(await file.text());
  const mine = accounts.find((account) => account.userId === userId && account.orgId === orgId);
  if (mine === undefined) {
    throw new CairnError({
      code: 'forbidden',
      message: /*i18n*/ 'This copy belongs to somebody else or to another organisation.',
    });
  }
  const outcomes: Outcome[] = [];
  for (const { name, args } of mine.mutations) {
    outcomes.push(
      await input.store.write({ tables: 'all', durability: 'on-disk' }, (tx) =>
        again(tx, { name, args, input }),
      ),
    );
  }
  return {
    imported: outcomes.filter((one) => one === 'imported').length,
    known: outcomes.filter((one) => one === 'known').length,
    refused: outcomes.filter((one) => typeof one === 'object'),
  };
}

type Outcome = 'imported' | 'known' | NotImported;

interface Again {
  readonly name: string;
  readonly args: unknown;
  readonly input: ImportInput;
}

async function again(tx: LocalTx, { name, args, input }: Again): Promise<Outcome> {
  const { actor, at } = input;
  try {
    const prepared = prepareMutation(name, args);
    const [first] = prepared.refs;
    const isNew = prepared.call.method === 'POST';
    if (first !== undefined && isNew) {
      const [row] = await tx.rows(first.table, [first.id]);
      if (row !== undefined) return 'known';
    }
    const refusal = await prepared.check(readerOf(tx), actor);
    if (refusal !== undefined) return { what: prepared.description, why: refusal.message };
    await enqueue(tx, { prepared, actor, at });
    return 'imported';
  } catch (error) {
    if (error instanceof CairnError) return { what: verbatim(name), why: error.message };
    throw error;
  }
}

type StoreOf = Pick<AccountRecord, 'dbName' | 'unsent'>;

interface Stores {
  readonly open: (dbName: string) => AccountDb;
  /** False once the whole store has been sent and deleted. */
  readonly isHere: (store: StoreOf) => Promise<boolean>;
}

/**
 * `stores` are in the order in which the person worked in them, as far as it is known: an earlier mutation is applied
 * first.
 */
async function copiedAccount(
  record: AccountRecord,
  stores: readonly StoreOf[],
  { open, isHere }: Stores,
): Promise<CopiedAccount> {
  const copied: CopiedStore[] = [];
  const unreadable: CopiedAccount['unreadable'][number][] = [];
  for (const store of stores) {
    if (!(await isHere(store))) continue;
    const { dbName, unsent } = store;
    const db = open(dbName);
    try {
      copied.push(await copiedStore(db));
      const sealed = (await batchesOf(db)).reduce((sum, batch) => sum + batch.unsent, 0);
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
    unreadable,
  };
}

type CopiedStore = Pick<CopiedAccount, 'entries' | 'mutations'>;

async function copiedStore(db: AccountDb): Promise<CopiedStore> {
  const [entries, pending, rejected] = await Promise.all([
    outboxItems(db),
    outboxRows(db),
    db.rejected.toArray(),
  ]);
  const items = [
    ...pending.filter(({ state }) => state !== 'acked'),
    ...rejected.map(({ item }) => item),
  ];
  return {
    entries: entries.map(
      ({ description, reasons: _, files: _files, mayRetry: _retry, ...rest }) => ({
        ...rest,
        description: inEnglish(description),
      }),
    ),
    mutations: items
      .toSorted((left, right) => left.seq - right.seq)
      .map(({ name, args }) => ({ name, args })),
  };
}

function parseCopy(text: string): readonly Pick<CopiedAccount, 'userId' | 'orgId' | 'mutations'>[] {
  const parsed = readJson(text);
  if (!isRecord(parsed) || parsed['kind'] !== KIND || !Array.isArray(parsed['accounts'])) {
    throw notACopy();
  }
  return parsed['accounts'].filter(isRecord).map((account) => ({
    userId: String(account['userId']),
    orgId: String(account['orgId']),
    mutations: listOf(account['mutations'])
      .filter(isRecord)
      .map(({ name, args }) => ({ name: String(name), args })),
  }));
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw notACopy();
  }
}

function notACopy(): CairnError {
  return new CairnError({
    code: 'invalid',
    message: /*i18n*/ 'This file is not a copy of unsent work.',
  });
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

import type { Actor } from '../../model/permissions/actor.ts';
import { CairnError } from '../../model/shared/errors.ts';
import { prepareMutation } from '../../model/mutations/registry.ts';
import { type AccountDb, accountDb } from './database.ts';
import type { Departure } from './departure.ts';
import { type AccountRecord, type DeviceDb, withNames } from './device-db.ts';
import { outboxItems } from './sync-status.ts';
import { batchesOf } from './prepare.ts';
import { enqueue, readerOf } from './local-write.ts';
import type { Store, StoreTx } from '../core/ports/store.ts';

/** A downloaded copy of unsent work, and how it comes back. */

const KIND = 'cairn-unsent-work';

interface CopiedAccount {
  readonly userId: string;
  readonly orgId: string;
  readonly organization: string;
  /** For people to read: what each change is, and their own words in it. */
  readonly entries: readonly object[];
  /** For the import: mutations in the order in which they were done. */
  readonly mutations: readonly { readonly name: string; readonly args: unknown }[];
  /** Stores that could not be read, with what is known to be unsent in them and is missing here. */
  readonly unreadable: readonly {
    readonly store: string;
    readonly unsent: number;
    readonly why: string;
  }[];
}

/** A copy, and what should be in it and is not. */
export interface UnsentCopy {
  /** JSON. */
  readonly file: Blob;
  /** Organisations that keep unsent changes in a store that could not be read, and how many. */
  readonly missing: readonly { readonly organization: string; readonly unsent: number }[];
}

/**
 * Everything unsent or refused of these accounts, also what is in stores that others stand in for (CLIENT-6). A store that
 * does not open keeps nobody from the others: the copy names it.
 */
export async function copyUnsent(
  device: Pick<DeviceDb, 'accounts' | 'former'>,
  wanted: readonly Pick<AccountRecord, 'key'>[],
  /** Opens a store anew: it is closed again. */
  open: (dbName: string) => AccountDb = accountDb,
): Promise<UnsentCopy> {
  const accounts: CopiedAccount[] = [];
  for (const { key } of wanted) {
    // Another tab may have put another store in its place since the caller read of it.
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

/** The same of unsent work that was kept when its account's data left the device (CLIENT-10). Files are not in it. */
export function copyOfDeparture({ userId, orgId, orgName, kept }: Departure): Blob {
  return copyOf([
    {
      userId,
      orgId,
      organization: orgName,
      entries: kept.flatMap(({ entries }) =>
        entries.map(({ description, text, at }) => ({ description, ownText: text, at })),
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

/** What came back, what was there already, and what could not, with the words why. */
export interface ImportReport {
  readonly taken: number;
  readonly known: number;
  readonly refused: readonly { readonly what: string; readonly why: string }[];
}

interface ImportInput {
  readonly record: Pick<AccountRecord, 'userId' | 'orgId'>;
  readonly store: Store;
  readonly actor: Actor;
  /** Milliseconds by the device's clock. */
  readonly at: number;
}

/**
 * Does the changes of a copy again, each as a new mutation under the rules of now. What would make a row that is here
 * is passed over: bringing a copy back twice changes nothing. Throws CairnError `invalid` for a file that is no copy,
 * and `forbidden` for one of somebody else or of another organisation.
 */
export async function importUnsent(file: Blob, input: ImportInput): Promise<ImportReport> {
  const { userId, orgId } = input.record;
  const accounts = parseCopy(await file.text());
  const mine = accounts.find((account) => account.userId === userId && account.orgId === orgId);
  if (mine === undefined) {
    throw new CairnError({
      code: 'forbidden',
      message: 'This copy belongs to somebody else or to another organisation.',
    });
  }
  const outcomes: Outcome[] = [];
  for (const { name, args } of mine.mutations) {
    outcomes.push(await input.store.write('all', (tx) => again(tx, { name, args, input })));
  }
  return {
    taken: outcomes.filter((one) => one === 'taken').length,
    known: outcomes.filter((one) => one === 'known').length,
    refused: outcomes.filter((one) => typeof one === 'object'),
  };
}

type Outcome = 'taken' | 'known' | { readonly what: string; readonly why: string };

interface Again {
  readonly name: string;
  readonly args: unknown;
  readonly input: ImportInput;
}

async function again(tx: StoreTx, { name, args, input }: Again): Promise<Outcome> {
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
    return 'taken';
  } catch (error) {
    if (error instanceof CairnError) return { what: name, why: error.message };
    throw error;
  }
}

type StoreOf = Pick<AccountRecord, 'dbName' | 'unsent'>;

interface Stores {
  readonly open: (dbName: string) => AccountDb;
  /** False once everything in it has been sent and it has left the device. */
  readonly isHere: (store: StoreOf) => Promise<boolean>;
}

/** `stores` as far as is known in the order in which the person worked in them: an earlier change is done again first. */
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
      // It goes while it is read: then nothing of it is missing.
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
    db.outbox.toArray(),
    db.rejected.toArray(),
  ]);
  const items = [
    ...pending.filter(({ state }) => state !== 'acked'),
    ...rejected.map(({ item }) => item),
  ];
  return {
    entries,
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
  return new CairnError({ code: 'invalid', message: 'This file is not a copy of unsent work.' });
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

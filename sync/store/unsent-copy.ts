import type { Actor } from '../../model/permissions/actor.ts';
import { CairnError } from '../../model/shared/errors.ts';
import { prepareMutation } from '../../model/mutations/registry.ts';
import { type AccountDb, accountDb } from './database.ts';
import type { AccountRecord } from './device-db.ts';
import { outboxItems } from './facts.ts';
import { enqueue, readerOf } from './local-write.ts';
import type { Store, StoreTx } from '../engine/ports.ts';

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
}

/** Everything unsent or refused of these accounts, as a JSON file. */
export async function copyUnsent(
  records: readonly AccountRecord[],
  open: (record: AccountRecord) => AccountDb | Promise<AccountDb> = (record) =>
    accountDb(record.dbName),
): Promise<Blob> {
  const accounts: CopiedAccount[] = [];
  for (const record of records) accounts.push(await copiedAccount(record, await open(record)));
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

async function copiedAccount(record: AccountRecord, db: AccountDb): Promise<CopiedAccount> {
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
    userId: record.userId,
    orgId: record.orgId,
    organization: record.orgName,
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

import * as v from 'valibot';
import { CairnError, ERROR_CODES, refuse } from '../../model/shared/errors.ts';
import {
  marks,
  numberOf,
  numberOrNull,
  type Sql,
  type SqlRow,
  type SqlValue,
  textOf,
} from '../store/sql.ts';
import { atKeys } from '../store/stream-place.ts';
import { insert, powersOfTwo, upsert } from './batch-sql.ts';
import type {
  ClientBook,
  ClientKey,
  ClientState,
  CopiedClient,
  Handshake,
  KnownClient,
  StoredVerdict,
} from './client-types.ts';

const answerSchema = v.object({
  code: v.optional(v.picklist(ERROR_CODES)),
  message: v.optional(v.string()),
  details: v.optional(v.record(v.string(), v.unknown())),
  ref: v.optional(v.object({ table: v.string(), id: v.string() })),
  mutations: v.optional(v.array(v.string())),
});

/** `at`: time of the transaction in milliseconds. */
export function createClientBook(sql: Sql, at: number): ClientBook {
  const fresh = new Map<string, ClientState>();
  const acknowledged = new Map<string, ClientState>();
  const kept: (readonly SqlValue[])[] = [];
  // A call waits for each statement on PostgreSQL: many clients are written in few statements.
  const flush = async () => {
    const [made, moved] = [[...fresh.values()], [...acknowledged.values()]];
    fresh.clear();
    acknowledged.clear();
    await insert(sql, 'clients', CLIENT_COLUMNS, made.map(clientValues));
    await acknowledge(sql, moved, at);
    await insert(sql, 'verdicts', VERDICT_COLUMNS, kept.splice(0));
  };
  const expected = new Map<string, Expected>();
  const shaken = new Set<string>();
  return {
    expect: async (handshakes) => {
      const met = Map.groupBy(handshakes, ({ client }) => keyOf(client));
      const once = handshakes.filter(({ client }) => met.get(keyOf(client))?.length === 1);
      const rows = Map.groupBy(await readClients(sql, once), (row) =>
        keyOf({ orgId: textOf(row, 'org_id'), clientId: textOf(row, 'client_id') }),
      );
      for (const { client, range } of once) {
        expected.set(keyOf(client), { range, rows: rows.get(keyOf(client)) ?? [] });
      }
    },
    shakeHands: async (handshake) => {
      const { client, range, claim } = handshake;
      // The verdicts that this commit has reached must be readable, so the collected ones are written first.
      const key = keyOf(client);
      if (shaken.has(key)) await flush();
      shaken.add(key);
      const read = expected.get(key);
      expected.delete(key);
      const rows = isSame(read?.range, range) ? read?.rows : undefined;
      const known = knownOf(client, rows ?? (await readClients(sql, [handshake])));
      if (claim?.received !== undefined && claim.received > (known?.received ?? 0))
        throw wentBack({ received: known?.received ?? 0 });
      const copied = known && contradictionOf(handshake, known);
      if (known !== undefined && copied !== undefined) return { ...known, copied };
      if (known === undefined) fresh.set(key, client);
      else if (client.ackThrough > known.ackThrough) acknowledged.set(key, client);
      const ackThrough = Math.max(client.ackThrough, known?.ackThrough ?? 0);
      const highest = Math.max(known?.received ?? 0, ackThrough);
      return { ackThrough, received: highest, verdicts: known?.verdicts ?? new Map() };
    },
    settled: async ({ orgId, clientId }, seqs) => {
      const rows = await sql.all(
        `select seq, body_hash from settled_keys
         where org_id = ? and client_id = ? and seq in (${marks(seqs.length)})`,
        [orgId, clientId, ...seqs],
      );
      return new Map(rows.map((row) => [numberOf(row, 'seq'), textOf(row, 'body_hash')]));
    },
    keep: (client, verdicts) => {
      for (const verdict of verdicts) kept.push(verdictValues(client, verdict));
    },
    flush,
  };
}

/** Stores new acknowledgements; of their calls only the digests stay. */
async function acknowledge(sql: Sql, moved: readonly ClientState[], at: number): Promise<void> {
  const target = { table: 'clients', columns: CLIENT_COLUMNS, key: ['org_id', 'client_id'] };
  await upsert(sql, { ...target, updates: ['ack_through'] }, moved.map(clientValues));
  for (const some of powersOfTwo(moved)) {
    const each = some.map(() => '(org_id = ? and client_id = ? and seq <= ?)');
    const conditions = each.join(' or ');
    const values = some.flatMap(({ orgId, clientId, ackThrough }) => [orgId, clientId, ackThrough]);
    await sql.run(
      `insert into settled_keys (org_id, client_id, seq, body_hash, at)
       select org_id, client_id, seq, body_hash, ${String(at)} from verdicts where ${conditions}
       on conflict (org_id, client_id, seq) do nothing`,
      values,
    );
    await sql.run(`delete from verdicts where ${conditions}`, values);
  }
}

const CLIENT_COLUMNS = ['org_id', 'client_id', 'user_id', 'ack_through'] as const;

function clientValues({ clientId, userId, orgId, ackThrough }: ClientState): readonly SqlValue[] {
  return [orgId, clientId, userId, ackThrough];
}

function keyOf({ orgId, clientId }: ClientKey): string {
  return `${orgId}|${clientId}`;
}

interface Expected {
  readonly range: Handshake['range'];
  readonly rows: readonly SqlRow[];
}

function isSame(left: Handshake['range'] | undefined, right: Handshake['range']): boolean {
  return left !== undefined && left[0] === right[0] && left[1] === right[1];
}

const IN_RANGE = '(v.org_id = ? and v.client_id = ? and v.seq >= ? and v.seq <= ?)';

/** Reads clients with their verdicts in the range of each; a client without verdicts has one row. */
async function readClients(sql: Sql, handshakes: readonly Handshake[]): Promise<readonly SqlRow[]> {
  const found: SqlRow[] = [];
  for (const some of powersOfTwo(handshakes)) {
    const ranges = some.map(() => IN_RANGE).join(' or ');
    const { where, values } = atKeys(
      'client_id',
      some.map(({ client }) => [client.orgId, client.clientId]),
      'c.',
    );
    const rows = await sql.all(
      `select c.client_id, c.user_id, c.org_id, c.ack_through,
         v.seq, v.body_hash, v.status, v.version, v.answer
       from clients c left join verdicts v
         on v.org_id = c.org_id and v.client_id = c.client_id and (${ranges})
       where ${where}`,
      [
        ...some.flatMap(({ client, range }) => [client.orgId, client.clientId, ...range]),
        ...values,
      ],
    );
    found.push(...rows);
  }
  return found;
}

/** Undefined for a client without a handshake before. */
function knownOf({ userId }: ClientState, rows: readonly SqlRow[]): KnownClient | undefined {
  const [client] = rows;
  if (client === undefined) return undefined;
  if (textOf(client, 'user_id') !== userId) {
    throw new CairnError(
      refuse('client_user_mismatch', /*i18n*/ 'This queue belongs to somebody else on this device'),
    );
  }
  const verdicts = new Map(
    rows
      .filter((row) => row['seq'] !== null)
      .map((row) => [numberOf(row, 'seq'), verdictOf(row)] as const),
  );
  const ackThrough = numberOf(client, 'ack_through');
  return { ackThrough, received: Math.max(ackThrough, ...verdicts.keys()), verdicts };
}

/** WRITE-2: numbers that this database received of the client and that the device does not claim to have sent. */
function contradictionOf(
  { claim }: Handshake,
  { ackThrough, verdicts }: KnownClient,
): CopiedClient | undefined {
  const received = claim?.received;
  if (claim === undefined || received === undefined) return undefined;
  const seqs = [...verdicts.keys()].filter((seq) => seq > received && !claim.sent.has(seq));
  return seqs.length > 0 || ackThrough > claim.acknowledged ? { ackThrough, seqs } : undefined;
}

/** The highest seq received from a client of this person; 0 for any other client. */
export async function receivedOf(
  sql: Sql,
  { orgId, clientId, userId }: Omit<ClientState, 'ackThrough'>,
): Promise<number> {
  const [row] = await sql.all(
    `select ack_through,
       (select max(seq) from verdicts where org_id = ? and client_id = ?) as newest
     from clients where org_id = ? and client_id = ? and user_id = ?`,
    [orgId, clientId, orgId, clientId, userId],
  );
  if (row === undefined) return 0;
  return Math.max(numberOf(row, 'ack_through'), numberOrNull(row, 'newest') ?? 0);
}

/**
 * EPOCH-1: this server has acknowledged to the device something that this database does not have. `received` is the
 * highest seq that this database has of the client: it has lost every later mutation.
 */
export function wentBack(details: {
  readonly epoch?: string;
  readonly received?: number | undefined;
}): CairnError {
  return new CairnError(
    refuse('epoch', /*i18n*/ 'The server has lost changes that it had acknowledged', details),
  );
}

function verdictOf(row: SqlRow): StoredVerdict {
  const answer = v.parse(answerSchema, JSON.parse(textOf(row, 'answer')));
  const version = numberOrNull(row, 'version') ?? undefined;
  return {
    bodyHash: textOf(row, 'body_hash'),
    verdict: { seq: numberOf(row, 'seq'), status: numberOf(row, 'status'), version, ...answer },
  };
}

const VERDICT_COLUMNS = [
  'org_id',
  'client_id',
  'seq',
  'body_hash',
  'status',
  'version',
  'answer',
] as const;

function verdictValues(
  { orgId, clientId }: ClientKey,
  { bodyHash, verdict }: StoredVerdict,
): readonly SqlValue[] {
  const { seq, status, version = null, code, message, details, ref, mutations } = verdict;
  const answer = JSON.stringify({ code, message, details, ref, mutations });
  return [orgId, clientId, seq, bodyHash, status, version, answer];
}

import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { CairnError, ERROR_CODES, refuse } from '../../model/shared/errors.ts';
import { numberOf, numberOrNull, type Sql, type SqlValue, textOf } from '../store/sql.ts';
import { insert } from './batch-sql.ts';
import type { WriteCall } from './run-call.ts';

/** A device's side of the conversation: who it is and up to where it has heard (ID-2, WRITE-2). */
export interface ClientState {
  readonly clientId: string;
  readonly userId: string;
  readonly orgId: string;
  readonly ackThrough: number;
}

/** The outcome of a call, as it is stored and told. */
export interface Verdict {
  readonly seq: number;
  readonly status: number;
  readonly version?: number | undefined;
  readonly replayed?: boolean;
  readonly settled?: boolean;
  readonly code?: (typeof ERROR_CODES)[number] | undefined;
  readonly message?: string | undefined;
  readonly details?: Readonly<Record<string, unknown>> | undefined;
  /** The row it is about, for the answer of a single call. */
  readonly ref?: { readonly table: string; readonly id: string } | undefined;
  readonly mutations?: readonly string[] | undefined;
}

export interface StoredVerdict {
  readonly bodyHash: string;
  readonly verdict: Verdict;
}

const answerSchema = v.object({
  code: v.optional(v.picklist(ERROR_CODES)),
  message: v.optional(v.string()),
  details: v.optional(v.record(v.string(), v.unknown())),
  ref: v.optional(v.object({ table: v.string(), id: v.string() })),
  mutations: v.optional(v.array(v.string())),
});

/**
 * Looks the client up and takes note of what it has heard; verdicts up to there go, and only those (WRITE-3).
 * A client of somebody else is refused before anything of it is told.
 */
export async function greetClient(sql: Sql, told: ClientState): Promise<ClientState> {
  const { clientId, userId, orgId } = told;
  const [known] = await sql.all('select * from clients where client_id = ?', [clientId]);
  if (known === undefined) {
    const values = [clientId, userId, orgId, told.ackThrough];
    await insert(sql, 'clients', ['client_id', 'user_id', 'org_id', 'ack_through'], [values]);
    return told;
  }
  if (textOf(known, 'user_id') !== userId || textOf(known, 'org_id') !== orgId) {
    throw new CairnError(
      refuse('client_user_mismatch', 'This queue belongs to somebody else on this device'),
    );
  }
  const heard = numberOf(known, 'ack_through');
  if (told.ackThrough <= heard) return { ...told, ackThrough: heard };
  await sql.run('update clients set ack_through = ? where client_id = ?', [
    told.ackThrough,
    clientId,
  ]);
  await sql.run('delete from verdicts where client_id = ? and seq <= ?', [
    clientId,
    told.ackThrough,
  ]);
  return told;
}

/** The verdicts of a client between two sequence numbers, both included. */
export async function readVerdicts(
  sql: Sql,
  clientId: string,
  [first, last]: readonly [number, number],
): Promise<ReadonlyMap<number, StoredVerdict>> {
  const rows = await sql.all(
    'select * from verdicts where client_id = ? and seq >= ? and seq <= ?',
    [clientId, first, last],
  );
  return new Map(
    rows.map((row) => {
      const seq = numberOf(row, 'seq');
      const answer = v.parse(answerSchema, JSON.parse(textOf(row, 'answer')));
      const version = numberOrNull(row, 'version') ?? undefined;
      const verdict = { seq, status: numberOf(row, 'status'), version, ...answer };
      return [seq, { bodyHash: textOf(row, 'body_hash'), verdict }];
    }),
  );
}

export async function writeVerdicts(
  sql: Sql,
  clientId: string,
  verdicts: readonly StoredVerdict[],
): Promise<void> {
  await insert(
    sql,
    'verdicts',
    ['client_id', 'seq', 'body_hash', 'status', 'version', 'answer'],
    verdicts.map(({ bodyHash, verdict }): readonly SqlValue[] => {
      const { seq, status, version = null, code, message, details, ref, mutations } = verdict;
      const answer = JSON.stringify({ code, message, details, ref, mutations });
      return [clientId, seq, bodyHash, status, version, answer];
    }),
  );
}

/** SHA-256 over method, path and body, whatever the order of its fields. */
export function hashOfCall({ method, path, body }: WriteCall): string {
  const clean = path.endsWith('/') ? path : `${path}/`;
  return createHash('sha256')
    .update(`${method}\n${clean}\n${canonical(body)}`, 'utf8')
    .digest('base64url');
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonical(item)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const fields = Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1));
  return `{${fields.map(([name, item]) => `${JSON.stringify(name)}:${canonical(item)}`).join(',')}}`;
}

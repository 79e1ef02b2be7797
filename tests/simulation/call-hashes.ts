import * as v from 'valibot';
import { hashesOfCall } from '../../server/apply/call-hash.ts';
import { callOf } from '../../sync/engine/outbox.ts';
import type { LedgerEntry } from './ledger.ts';

const fieldsSchema = v.record(v.string(), v.unknown());

/** Hashes under which the server stores the verdict of a mutation's call. */
export function hashesOf({ item }: Pick<LedgerEntry, 'item'>): readonly string[] {
  const call = callOf(item);
  if (call === undefined) return [];
  // The body as sent: without fields that have no value.
  const body = v.parse(v.pipe(v.string(), v.parseJson(), fieldsSchema), JSON.stringify(call.body));
  return hashesOfCall({ ...call, body, claimedAt: call.claimed_at });
}

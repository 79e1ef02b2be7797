import type { Verdict } from '../../model/protocol/messages.ts';
import { ERROR_KINDS, refuse, type Refusal } from '../../model/shared/errors.ts';
import { mergeAcrossHistories, mergeText } from '../../model/shared/merge-text.ts';
import type { EngineContext } from './context.ts';
import { afterFailure, type OwnFailure } from './outbox.ts';
import { dependentsOf, isContained, linesOf, preparedOf } from '../core/dependencies.ts';
import { storeRejection } from '../core/rejection.ts';
import { rebase } from '../core/rebase.ts';
import type {
  ClientPort,
  JournalPort,
  OutboxItem,
  OutboxPort,
  RejectedPort,
} from '../core/ports/outbox.ts';
import type { BaseRow, RowsPort } from '../core/ports/rows.ts';
import { refOfKey } from '../core/row-key.ts';
import { intoJournal } from './journal.ts';
import { textApart } from './text-apart.ts';

/** Effect of a verdict on its mutation: final, retryable, or a required sign-in. */
export type VerdictKind =
  | 'done'
  | 'conflict'
  | 'refused'
  | 'failed'
  | 'later'
  | 'sign-in'
  | 'epoch';

export function kindOf(verdict: Verdict): VerdictKind {
  const { status, code } = verdict;
  if (status >= 200 && status < 300) return 'done';
  if (status === 401 || code === 'client_user_mismatch') return 'sign-in';
  if (code === 'epoch') return 'epoch';
  if (code === 'text_conflict') return 'conflict';
  if (status === 408 || status === 425 || status === 429) return 'later';
  if (status >= 500) return status === 503 ? 'later' : 'failed';
  return code !== undefined && ERROR_KINDS[code].retry === 'later' ? 'later' : 'refused';
}

/** A mutation with its verdict. */
export interface Judged {
  readonly item: OutboxItem;
  readonly verdict: Verdict;
}

/** Stores a 2xx (MUT-1 acked); edits that continue its text get its version. `outbox` is the state before. */
export async function acknowledge(
  tx: RowsPort & OutboxPort,
  judged: readonly Judged[],
  outbox: readonly OutboxItem[],
): Promise<void> {
  if (judged.length === 0) return;
  const versions = new Map(judged.map(({ item, verdict }) => [item.seq, verdict.version ?? null]));
  const acked = judged.map(({ item, verdict: { version = null, head } }) => ({
    ...withoutText(item),
    state: 'acked' as const,
    v: version,
    ...(version === null && head !== undefined && { settledBy: head }),
  }));
  const keys = [...new Set(acked.flatMap((item) => item.keys))];
  const before = judged.map(({ item }) => item);
  const [bases] = await Promise.all([tx.base(keys), storeAcked(tx, before, acked)]);
  await rebaseOvertaken(tx, acked, bases);
  const after = outbox.filter(
    ({ seq, textAfter, state }) =>
      textAfter !== undefined && versions.has(textAfter) && !versions.has(seq) && state !== 'acked',
  );
  await tx.putOutbox(
    after.map((item) => ({
      ...withoutText(item),
      ifMatch: versions.get(item.textAfter ?? 0) ?? 0,
    })),
  );
}

/** Stores acked mutations; `before` are the same ones as they were. Only those with a text change in further fields. */
async function storeAcked(
  tx: OutboxPort,
  before: readonly OutboxItem[],
  acked: readonly OutboxItem[],
): Promise<void> {
  const after = new Map(acked.map((item) => [item.seq, item]));
  const isPlain = (item: OutboxItem) =>
    item.textAfter === undefined &&
    item.isOfOldHistory === undefined &&
    after.get(item.seq)?.settledBy === undefined;
  await tx.putOutbox(before.flatMap((item) => (isPlain(item) ? [] : (after.get(item.seq) ?? []))));
  await tx.markOutbox(before.filter(isPlain), ({ seq, tries }) => ({
    state: 'acked',
    tries,
    v: after.get(seq)?.v ?? null,
  }));
}

/**
 * A newer change of another person was applied before this response arrived. The order of the two is known now, so the
 * view shows the newer change and not the acked mutation.
 */
async function rebaseOvertaken(
  tx: RowsPort & OutboxPort,
  acked: readonly OutboxItem[],
  bases: ReadonlyMap<string, BaseRow>,
): Promise<void> {
  const overtaken = new Set<string>();
  for (const item of acked) {
    for (const key of item.keys) {
      const base = bases.get(key);
      if (base !== undefined && isContained(item, base)) overtaken.add(key);
    }
  }
  await rebase(tx, [...overtaken].map(refOfKey));
}

/** The version of the edited text is known from now on. */
function withoutText({ textAfter: _after, isOfOldHistory: _old, ...item }: OutboxItem): OutboxItem {
  return item;
}

/** Stores a final rejection with its dependents (MUT-4). */
export async function reject(
  context: EngineContext,
  tx: RowsPort & OutboxPort & RejectedPort,
  { item, verdict }: Judged,
): Promise<void> {
  const outbox = await tx.outbox();
  const current = outbox.find(({ seq }) => seq === item.seq);
  if (current === undefined) return;
  await storeRejection(tx, {
    items: [current, ...dependentsOf(outbox, current)],
    group: current.seq,
    reason:
      item.keySeq !== undefined && verdict.code === 'key_reused' ? CHANGED : reasonOf(verdict),
    at: context.ports.clock.now(),
  });
}

/** The device that made the change continued it and sent that (MUT-5.1, MUT-9). */
const CHANGED = refuse(
  'conflict',
  /*i18n*/ 'The device that made this change has sent a later form of it. Compare both before you try again.',
);

/**
 * MUT-8: merges an edit with a text that has changed since. A merge without overlap is sent under a new key; an overlap
 * is rejected with both versions, and the person chooses. What else the edit changes is sent in either case.
 */
export async function resolveText(
  context: EngineContext,
  tx: RowsPort & OutboxPort & RejectedPort & ClientPort,
  judged: Judged,
): Promise<void> {
  const outbox = await tx.outbox();
  const current = outbox.find(({ seq }) => seq === judged.item.seq);
  const details = judged.verdict.details ?? {};
  const { current: theirs, v, author } = details;
  if (current === undefined) return;
  const chain = chainOf(outbox, current);
  const item = chain.item;
  const prepared = preparedOf(item);
  if (prepared?.text === undefined || typeof theirs !== 'string' || typeof v !== 'number') {
    await reject(context, tx, judged);
    return;
  }
  const { base, text } = prepared.text;
  const merge = item.isOfOldHistory === true ? mergeAcrossHistories : mergeText;
  const merged = merge(base, text, theirs);
  const made = [current, ...chain.absorbed];
  const apart = textApart(item, { chain: made, others: otherEdits(outbox, made) });
  if (merged.kind === 'clean') {
    await tx.deleteOutbox(made.map(({ seq }) => seq));
    const args = preparedOf({ ...item, args: apart.all })?.withText(merged.text, theirs);
    await tx.putOutbox([{ ...(await underNewKey(tx, item)), args, ifMatch: v, isMerged: true }]);
    await rebase(tx, item.keys.map(refOfKey));
    return;
  }
  if (apart.others !== undefined) {
    const { ifMatch: _text, ...others } = await underNewKey(tx, item);
    await tx.putOutbox([{ ...others, args: apart.others }]);
  }
  await storeRejection(tx, {
    items: [{ ...item, args: apart.text }],
    group: item.seq,
    reason: reasonOf(judged.verdict),
    at: context.ports.clock.now(),
    drop: chain.absorbed,
    conflict: {
      field: prepared.text.field,
      mine: prepared.text.text,
      theirs,
      v,
      ...(typeof author === 'string' && { author }),
    },
  });
}

/** The same mutation as one that was never sent; the new seq belongs to the present client. */
async function underNewKey(tx: ClientPort, item: OutboxItem): Promise<OutboxItem> {
  const { textAfter: _after, isOfOldHistory: _old, client: _client, keySeq: _key, ...rest } = item;
  return { ...rest, seq: await tx.claimSeq(), state: 'queued', tries: 0 };
}

/** Other edits of the same row, sent or not. */
function otherEdits(
  outbox: readonly OutboxItem[],
  edits: readonly OutboxItem[],
): readonly OutboxItem[] {
  return outbox.filter(
    (one) =>
      !edits.includes(one) &&
      edits.some(
        ({ name, keys }) => name === one.name && keys.some((key) => one.keys.includes(key)),
      ),
  );
}

/** Merges later unsent edits of the same text into the edit that the server answered. */
function chainOf(outbox: readonly OutboxItem[], first: OutboxItem) {
  const absorbed: OutboxItem[] = [];
  let item = first;
  let last = first.seq;
  for (const next of outbox) {
    if (next.textAfter !== last || next.state === 'acked') continue;
    const later = preparedOf(next);
    const args = later === undefined ? undefined : preparedOf(item)?.merge(later);
    if (args === undefined) break;
    item = { ...item, ...linesOf(item, next), args, at: next.at };
    last = next.seq;
    absorbed.push(next);
  }
  return { item, absorbed };
}

/** Stores a 5xx of the mutation's own (MUT-7). */
export async function recordFailure(
  context: EngineContext,
  tx: OutboxPort,
  item: OutboxItem,
  failure: OwnFailure,
): Promise<void> {
  const current = (await tx.outbox()).find(({ seq }) => seq === item.seq);
  if (current === undefined || current.state === 'acked') return;
  const now = context.ports.clock.now();
  await tx.putOutbox([afterFailure(current, { now, ...failure })]);
}

/** True when another mutation succeeded since the first failure of this one: the server as a whole works. */
export async function passed(tx: OutboxPort & JournalPort, item: OutboxItem): Promise<boolean> {
  const since = item.firstFailure;
  if (since === null) return false;
  const acked = await tx.outboxIn('acked');
  const journal = await tx.journal(item.stream);
  return acked.some(({ at }) => at >= since) || journal.some(({ retiredAt }) => retiredAt >= since);
}

/**
 * Moves mutations to the journal that the server has accepted and this device has rejected meanwhile, with a lost
 * scope.
 */
export async function settleRejected(
  context: EngineContext,
  tx: OutboxPort & RejectedPort & JournalPort,
  seqs: readonly number[],
): Promise<void> {
  if (seqs.length === 0) return;
  const found = (await tx.rejected()).filter(({ seq }) => seqs.includes(seq));
  await intoJournal(
    tx,
    found.map(({ item }) => item),
    context.ports.clock.now(),
  );
  await tx.deleteRejected(found.map(({ seq }) => seq));
}

function reasonOf(verdict: Verdict): Refusal {
  return refuse(
    verdict.code ?? 'invalid',
    verdict.message ?? /*i18n*/ 'The server did not accept this change',
    verdict.details,
  );
}

import type { SourceEdit } from './source-edit.ts';

/** Faults of sending: outbox, verdicts, epochs. */
export const SENDING_FAULTS = {
  /** MUT-2.1 */
  'retires a mutation with its verdict': [
    {
      file: 'sync/engine/verdicts.ts',
      line: 'if (judged.length === 0) return;',
      code: 'judged.length === 0',
      by: `judged.length === 0 || await (async () => {
        const done = judged.map(({ item, verdict }) => ({
          ...withoutText(item), state: 'acked', v: verdict.version ?? null,
        }));
        await intoJournal(tx, done, Date.now());
        await rebase(tx, [...new Set(done.flatMap(({ keys }) => keys))].map(refOfKey));
        return true;
      })()`,
    },
  ],
  /** MUT-2.1 */
  'retires a mutation when the cursor passes its version': [
    {
      file: 'sync/engine/pull.ts',
      line: 'await tx.putStream(after);',
      code: 'tx.putStream(after)',
      by: '(await tx.putStream(after), retireAt(tx, context, toApply, cursor))',
    },
  ],
  /** MUT-4.1 */
  'rejects a mutation without its dependents': [
    {
      file: 'sync/engine/verdicts.ts',
      line: 'items: [current, ...dependentsOf(outbox, current)],',
      code: 'dependentsOf(outbox, current)',
      by: '[]',
    },
  ],
  /** MUT-6 */
  'sends a mutation before an earlier one of its row': [
    {
      file: 'sync/engine/outbox.ts',
      line: 'const waits = touches(item, blocked);',
      code: 'touches(item, blocked)',
      by: 'false',
    },
  ],
  /** MUT-7.1 */
  'quarantines nothing': [
    {
      file: 'sync/engine/outbox.ts',
      line: "state: stubborn ? 'quarantined' : 'queued',",
      code: "stubborn ? 'quarantined' : 'queued'",
      by: "'queued'",
    },
    {
      file: 'sync/engine/outbox.ts',
      line: 'retryAt: failure.now + failure.wait,',
      code: 'failure.now + failure.wait',
      by: '0',
    },
  ],
  /** MUT-8.1 */
  'sends texts without the version they were edited from': [
    {
      file: 'sync/engine/outbox.ts',
      line: 'if (textAfter === undefined) return false;',
      code: 'textAfter === undefined',
      by: 'true',
    },
    {
      file: 'sync/engine/outbox.ts',
      line: 'const match = prepared.text === undefined ? undefined : (item.ifMatch ?? 0);',
      code: 'item.ifMatch ?? 0',
      by: 'undefined',
    },
  ],
  /** EPOCH-1.3 */
  'does not send again after a new epoch': [
    {
      file: 'sync/engine/former-epoch.ts',
      line: 'let more = true;',
      code: 'true',
      by: `await context.ports.store.write({ tables: 'all', durability: 'on-disk' }, async (tx) => {
        const acked = (await tx.outboxIn('acked')).filter((item) => item.stream === stream);
        await tx.deleteOutbox(acked.map(({ seq }) => seq));
        return false;
      })`,
    },
  ],
  /** PULL-4.4 */
  'pulls without the highest received seq': [
    {
      file: 'sync/engine/pull.ts',
      line: 'let client = heard ? { client_id: clientId, heard } : undefined;',
      code: 'heard ? { client_id: clientId, heard } : undefined',
      by: 'undefined',
    },
  ],
  /** EPOCH-1.1 */
  'does not suspect the other stream': [
    {
      file: 'sync/engine/epoch.ts',
      line: 'for (const other of streamsOf(context.account)) {',
      code: 'streamsOf(context.account)',
      by: '[]',
    },
  ],
  /** ENG-2.1, ENG-2.2 */
  'waits for the lock in the time of the pass': [
    {
      file: 'sync/engine/scheduler.ts',
      line: 'const lock = rememberTimeouts(ports.lock);',
      code: 'rememberTimeouts(ports.lock)',
      by: 'ports.lock',
    },
    {
      file: 'sync/engine/scheduler.ts',
      line: 'return await lock.run(job.lockName, LOCK_WAIT, (hasLock) => {',
      code: 'job.lockName',
      by: '((job.asked = clock.now()), job.lockName)',
    },
    {
      file: 'sync/engine/scheduler.ts',
      line: 'const begun = clock.now();',
      code: 'clock.now()',
      by: 'job.asked',
    },
  ],
  /** WRITE-2.6 */
  'keeps the client id of a copied profile': [
    {
      file: 'sync/engine/batch.ts',
      line: 'return { client_id: owner, ack_through, ...claimOf(sending) };',
      code: 'claimOf(sending)',
      by: '{}',
    },
    {
      file: 'sync/engine/push.ts',
      line: 'const isLeft = isCopied(client, { answer: { ...answer, verdicts }, lastSeq, items });',
      code: 'isCopied(client, { answer: { ...answer, verdicts }, lastSeq, items })',
      by: 'false',
    },
    {
      file: 'sync/engine/push.ts',
      line: 'const trusted = verdicts.filter((verdict) => !isOther(verdict));',
      code: '!isOther(verdict)',
      by: 'true',
    },
  ],
  /** MUT-7.3 */
  'takes the page of a proxy for a verdict': [
    {
      file: 'sync/engine/push.ts',
      line: 'if (!reply.ok) return notAnswered(context, { stream, items, size }, reply.failure);',
      code: '!reply.ok',
      by: `!reply.ok && (reply.failure.proxy === undefined || await (async () => {
        await context.ports.store.write({ tables: [], durability: 'on-disk' }, (tx) =>
          tx.putOutbox(items.map((item) => ({ ...item, state: 'acked', v: null }))));
        return true;
      })())`,
    },
  ],
  /** WRITE-3.3 */
  'acknowledges before it is settled': [
    {
      file: 'sync/engine/outbox.ts',
      line: 'return open.reduce((least, seq) => Math.min(least, seq - 1), last);',
      code: 'open.reduce((least, seq) => Math.min(least, seq - 1), last)',
      by: 'last',
    },
  ],
  /** ENG-5 */
  'reports unsent work as sent': [
    {
      file: 'sync/engine/scheduler.ts',
      line: 'const isWaiting = await job.isWaiting();',
      code: 'await job.isWaiting()',
      by: '(await job.isWaiting()) && !isOver()',
    },
  ],
} as const satisfies Record<string, readonly SourceEdit[]>;

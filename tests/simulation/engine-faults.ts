/**
 * Faults of the engine, of local writes and of calls on the server. Each disables a rule of the protocol by replacing
 * code of sync/engine, sync/store or server/apply while the sources are loaded (source-switches.ts), so that the product contains no switch for its tests.
 */

/** Replaces the expression `code` by the expression `by` in the only line that equals `line`, ignoring indentation. */
export interface SourceEdit {
  readonly file: `sync/${'engine' | 'store' | 'worker'}/${string}.ts` | `server/apply/${string}.ts`;
  readonly line: string;
  readonly code: string;
  readonly by: string;
}

export type EngineFault = keyof typeof ENGINE_FAULTS;

export const ENGINE_FAULTS = {
  /** FILE-2.2 */
  'omits the first part of a file': [
    {
      file: 'sync/engine/upload-queue.ts',
      line: 'const there = new Set(asked.value.parts);',
      code: 'asked.value.parts',
      by: '[0, ...asked.value.parts]',
    },
  ],
  /** FILE-2.2 */
  'takes a file for stored before it is complete': [
    {
      file: 'sync/engine/upload-queue.ts',
      line: 'return completed.ok ? arrived(uploads, file) : notSent(uploads, file, completed.failure);',
      code: 'completed.ok',
      by: 'true',
    },
    {
      file: 'sync/store/file-store.ts',
      line: "if (row?.state !== 'uploading' || row.uploaded_by !== orgUserId) continue;",
      code: "row?.state !== 'uploading' || row.uploaded_by !== orgUserId",
      by: 'true',
    },
  ],
  /** FILE-2.10 */
  'does not look for files that a restored server has lost': [
    {
      file: 'sync/engine/upload-queue.ts',
      line: 'const mayChange = next === Infinity && (await store.mayChange());',
      code: 'await store.mayChange()',
      by: 'false',
    },
  ],
  /** FILE-3.1 */
  'removes unsent bytes for room': [
    {
      file: 'sync/store/file-store.ts',
      line: "const kept = await db.blobs.where('state').equals('kept').sortBy('at');",
      code: "db.blobs.where('state').equals('kept')",
      by: "db.blobs.where('state').anyOf('kept', 'waiting')",
    },
    {
      file: 'sync/store/file-store.ts',
      line: 'let room = BUDGET;',
      code: 'BUDGET',
      by: '1',
    },
  ],
  /** FILE-3.3 */
  'keeps downloaded files that may not be read any more': [
    {
      file: 'sync/worker/unseen-files.ts',
      line: 'if (unseen.has(file)) await cache.delete(request, { ignoreVary: true });',
      code: 'unseen.has(file)',
      by: 'false',
    },
  ],
  /** FILE-3.3 */
  'keeps uploaded bytes of files that may not be read any more': [
    {
      file: 'sync/store/file-store.ts',
      line: 'for (const id of kept) if (await isGone(db, id)) await dropFile(db, id);',
      code: 'await isGone(db, id)',
      by: 'false',
    },
  ],
  /** FILE-4 */
  'plans downloads only once': [
    {
      file: 'sync/worker/packing.ts',
      line: 'if (memory.queue !== undefined && !(isDone && memory.cursors !== cursors)) return;',
      code: 'isDone && memory.cursors !== cursors',
      by: 'false',
    },
  ],
  /** SIGN-1.1 */
  'writes no step for a change of a tick': [
    {
      file: 'server/apply/consequences/task-steps.ts',
      line: 'if (task === undefined || stamp === before) return undefined;',
      code: 'stamp === before',
      by: 'true',
    },
  ],
  /** RECEIPT-1.2 */
  'reports a cursor while rows below it are missing': [
    {
      file: 'sync/store/queries/received.ts',
      line: 'if (complete !== cursor) return undefined;',
      code: 'complete !== cursor',
      by: 'false',
    },
    {
      file: 'sync/store/queries/received.ts',
      line: "if (Object.values(scopes).some(({ kind }) => kind !== 'complete')) return undefined;",
      code: "kind !== 'complete'",
      by: 'false',
    },
  ],
  /** RECEIPT-4.1 */
  'counts details as seen that are not on the device': [
    {
      file: 'sync/store/queries/seen.ts',
      line: "if (detailsOf(state, project) !== 'here') return undefined;",
      code: "detailsOf(state, project) !== 'here'",
      by: 'false',
    },
  ],
  /** CLIENT-3.1 */
  'applies changes that are not newer': [
    {
      file: 'sync/engine/apply-changes.ts',
      line: 'if (known !== undefined && v <= known && !isBack) return;',
      code: 'v <= known',
      by: 'row === null && v <= known',
    },
  ],
  /** CLIENT-4 */
  'applies pages that do not start at the cursor': [
    {
      file: 'sync/engine/pull.ts',
      line: 'if (state.cursor !== from) return MORE;',
      code: 'state.cursor !== from',
      by: 'false',
    },
    {
      file: 'sync/engine/pull.ts',
      line: 'if (state.cursor !== expected) return undefined;',
      code: 'state.cursor !== expected',
      by: 'false',
    },
  ],
  /** CLIENT-4 */
  'moves the cursor before the rows': [
    {
      file: 'sync/engine/pull.ts',
      line: 'for (const chunk of chunksOf(listedChanges(page), from, page.next)) {',
      code: 'chunksOf(listedChanges(page), from, page.next)',
      by: `await context.ports.store.write({ tables: [], durability: 'on-disk' }, async (tx) => {
        const known = await tx.stream(stream);
        if (known !== undefined) await tx.putStream({ ...known, cursor: page.next, cursorAt: null });
        return chunksOf(listedChanges(page), from, page.next);
      })`,
    },
    {
      file: 'sync/engine/pull.ts',
      line: 'if (state.cursor !== expected) return undefined;',
      code: 'expected',
      by: 'page.next',
    },
  ],
  /** CLIENT-5 */
  'removes unusually many rows without a check': [
    {
      file: 'sync/engine/unusual.ts',
      line: 'if (removed.length <= ROWS_UNASKED && lost.length === 0) return AGREED;',
      code: 'removed.length <= ROWS_UNASKED && lost.length === 0',
      by: 'true',
    },
    {
      file: 'sync/engine/download-sweep.ts',
      line: 'if (sizeOf(unseen) <= ROWS_UNASKED) return;',
      code: 'sizeOf(unseen) <= ROWS_UNASKED',
      by: 'true',
    },
  ],
  /** PULL-5.1 */
  'lists a scope without filling it': [
    {
      file: 'sync/engine/pull.ts',
      line: 'const fresh = page.scopes.filter((scope) => !isWhole(scopeState(state.scopes, scope)));',
      code: 'page.scopes.filter((scope) => !isWhole(scopeState(state.scopes, scope)))',
      by: `await context.ports.store.write({ tables: [], durability: 'on-disk' }, async (tx) => {
        const listed = page.scopes.map((scope) => [
          scope, { kind: 'complete', readAt: 0, loaded: null },
        ]);
        await tx.putStream({ ...state, scopes: { ...Object.fromEntries(listed), ...state.scopes } });
        return [];
      })`,
    },
  ],
  /** PULL-5.3 */
  'keeps the rows of lost scopes': [
    {
      file: 'sync/engine/pull.ts',
      line: 'const lost = unlisted.filter((scope) => !visible.has(scope));',
      code: 'unlisted.filter((scope) => !visible.has(scope))',
      by: '[]',
    },
  ],
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
      file: 'sync/engine/epoch.ts',
      line: 'let more = true;',
      code: 'true',
      by: `await context.ports.store.write({ tables: 'all', durability: 'on-disk' }, async (tx) => {
        const acked = (await tx.outboxIn('acked')).filter((item) => item.stream === stream);
        await tx.deleteOutbox(acked.map(({ seq }) => seq));
        return false;
      })`,
    },
  ],
  /** EPOCH-1.1 */
  'does not suspect the other stream': [
    {
      file: 'sync/engine/epoch.ts',
      line: "if (reason !== 'epoch') return;",
      code: "reason !== 'epoch'",
      by: 'true',
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
  /** CLIENT-8 */
  'does not wait until a mutation is on the disk': [
    {
      file: 'sync/store/local-write.ts',
      line: "return store.write({ tables, durability: 'on-disk' }, async (opened) => {",
      code: "'on-disk'",
      by: "'relaxed'",
    },
  ],
  /** PULL-6.3 */
  'ignores failed transactions of a download': [
    {
      file: 'sync/engine/download-run.ts',
      line: 'return !(await Promise.all(run.writing.splice(0))).includes(false);',
      code: 'Promise.all(run.writing.splice(0))',
      by: 'Promise.allSettled(run.writing.splice(0)).then(() => [])',
    },
    {
      file: 'sync/engine/download-run.ts',
      line: 'while (run.writing.length >= AT_ONCE) if ((await run.writing.shift()) === false) return false;',
      code: 'await run.writing.shift()',
      by: 'await run.writing.shift()?.catch(() => true)',
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
  /** PULL-9.3 */
  'does not put missing rows': [
    {
      file: 'sync/engine/repair-scope.ts',
      line: "if (here === undefined) return 'missing';",
      code: "'missing'",
      by: 'undefined',
    },
  ],
  'keeps extra rows': [
    {
      file: 'sync/engine/repair-scope.ts',
      line: 'row.scope === scope &&',
      code: 'row.scope === scope',
      by: 'false',
    },
  ],
  'keeps old versions': [
    {
      file: 'sync/engine/repair-scope.ts',
      line: "if (here.v < there.v) return 'old';",
      code: "'old'",
      by: 'undefined',
    },
  ],
  /** PULL-9.1 */
  'compares versions without contents': [
    {
      file: 'sync/engine/compare-stream.ts',
      line: '(here.count === 0 || (here.digest === there.digest && here.content === there.content))',
      code: 'here.content === there.content',
      by: 'true',
    },
  ],
  /** OUT-3.1 */
  'opens an outlined project without filling it': [
    {
      file: 'sync/engine/outlines.ts',
      line: 'const after = withWanted(state, scopes);',
      code: 'withWanted(state, scopes)',
      by: 'scopes.reduce(withoutOutline, state)',
    },
  ],
  /** CLIENT-9.4 */
  'keeps no mutation that was sent without a response': [
    {
      file: 'sync/store/keep-unsent.ts',
      line: "await db.outbox.where('state').equals('acked').delete();",
      code: "db.outbox.where('state').equals('acked')",
      by: "db.outbox.where('state').anyOf('acked', 'sending')",
    },
  ],
  'keeps no rejected mutation': [
    {
      file: 'sync/store/keep-unsent.ts',
      line: 'await db.journal.clear();',
      code: 'db.journal.clear()',
      by: 'db.journal.clear().then(() => db.rejected.clear())',
    },
  ],
  /** CLIENT-9.2 */
  'deletes stores without counting again': [
    {
      file: 'sync/store/pending-deletion.ts',
      line: 'const areEmpty = unsent.every((count) => count === 0);',
      code: 'count === 0',
      by: 'true',
    },
  ],
  /** CLIENT-9.5 */
  'leaves kept work readable': [
    {
      file: 'sync/store/trim-kept.ts',
      line: 'if (isEmpty || publicKey === undefined || keyIdOf(dbName) !== undefined) return unsent;',
      code: 'publicKey === undefined',
      by: 'true',
    },
  ],
  /** CLIENT-7 */
  'lets a build write that was replaced': [
    {
      file: 'sync/store/dexie-store.ts',
      line: "if (writer?.key !== 'writer' || writer.minWriter <= db.writer) return;",
      code: 'writer.minWriter <= db.writer',
      by: 'true',
    },
  ],
  /** VER-2.2 */
  'does not download tables that an older build lacked': [
    {
      file: 'sync/store/prepare.ts',
      line: 'if (before === undefined || names.every((name) => before.includes(name))) return;',
      code: 'before === undefined',
      by: 'true',
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

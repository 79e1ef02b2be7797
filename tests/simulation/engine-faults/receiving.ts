import type { SourceEdit } from './source-edit.ts';

/** Faults of receiving: pages, scopes, downloads, comparisons, outlines. */
export const RECEIVING_FAULTS = {
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
      line: "if (details !== 'here') return undefined;",
      code: "details !== 'here'",
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
  /** CLIENT-3 */
  'applies deletions that are not newer': [
    {
      file: 'sync/engine/apply-changes.ts',
      line: 'if (known !== undefined && v <= known && !isBack) return;',
      code: 'v <= known',
      by: 'row !== null && v <= known',
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
      file: 'sync/engine/rows-here.ts',
      line: '(here.count === 0 || (here.digest === there.digest && here.content === there.content))',
      code: 'here.content === there.content',
      by: 'true',
    },
  ],
  /** PULL-9.6 */
  'compares the outline of a hot project alone': [
    {
      file: 'sync/engine/compare-stream.ts',
      line: 'if (hot?.[checked.scope] === undefined) return scope;',
      code: 'hot?.[checked.scope] === undefined',
      by: 'true',
    },
  ],
  'takes details of cold tasks for those that a fill contains': [
    {
      file: 'sync/engine/details-here.ts',
      line: 'return task === undefined || v > since || !cold.has(task);',
      code: 'task === undefined || v > since || !cold.has(task)',
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
  /** OUT-6.3 */
  'takes a project with all its tasks for complete': [
    {
      file: 'sync/engine/outlines.ts',
      line: 'return { ...state, summarized: without(state.summarized, scope) };',
      code: '{ ...state, summarized: without(state.summarized, scope) }',
      by: '{ ...state, summarized: without(state.summarized, scope), outlined: without(state.outlined, scope), wanted: without(state.wanted, scope) }',
    },
  ],
  /** OUT-7.3 */
  'takes the details of a changed cold task for downloaded': [
    {
      file: 'sync/engine/cold-tasks.ts',
      line: 'if (isChanged && isCold(tasks.parse(before), since)) touched[id] = { scope };',
      code: 'isChanged',
      by: 'false',
    },
  ],
  /** OUT-7.6 */
  'releases the details of tasks that are not cold': [
    {
      file: 'sync/engine/release-cold.ts',
      line: 'return row.v <= since && isCold(tasks.parse(task), since) ? [row.id] : [];',
      code: 'isCold(tasks.parse(task), since)',
      by: 'true',
    },
  ],
  'releases the details of tasks in use': [
    {
      file: 'sync/engine/release-cold.ts',
      line: 'if (task === undefined || task.scope !== scope || coldTasks[task.id] !== undefined) return [];',
      code: 'coldTasks[task.id] !== undefined',
      by: 'false',
    },
  ],
  /** PULL-5.2 */
  'applies rows of a scope that are older than the cursor': [
    {
      file: 'sync/engine/scope-page.ts',
      line: "if (page.head < state.cursor) return 'again';",
      code: 'page.head < state.cursor',
      by: 'false',
    },
  ],
  /** RECEIPT-1.3 */
  'reports hot projects as whole': [
    {
      file: 'sync/store/queries/received.ts',
      line: '...(hot !== undefined && { hot_since: Math.max(0, ...Object.values(hot)) }),',
      code: 'hot !== undefined',
      by: 'false',
    },
  ],
  /** RECEIPT-1.3 */
  'reports summaries as whole projects': [
    {
      file: 'sync/store/queries/received.ts',
      line: '...(summarized.length > 0 && { summarized: true }),',
      code: 'summarized.length > 0',
      by: 'false',
    },
  ],
} as const satisfies Record<string, readonly SourceEdit[]>;

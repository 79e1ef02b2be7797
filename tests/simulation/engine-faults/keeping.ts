import type { SourceEdit } from './source-edit.ts';

/** Faults of what a device keeps: durability, sign-outs, builds. */
export const KEEPING_FAULTS = {
  /** SIGN-1.1 */
  'writes no step for a change of a tick': [
    {
      file: 'server/apply/consequences/task-steps.ts',
      line: 'if (task === undefined || stamp === before) return undefined;',
      code: 'stamp === before',
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
      line: 'const isClear = left.every(({ unsent }) => unsent === 0) && shots <= confirmed;',
      code: 'unsent === 0',
      by: 'true',
    },
  ],
  /** CLIENT-9.2 */
  'counts the unsent work of the first store only': [
    {
      file: 'sync/store/pending-deletion.ts',
      line: 'const isClear = left.every(({ unsent }) => unsent === 0) && shots <= confirmed;',
      code: 'left.every(({ unsent }) => unsent === 0)',
      by: 'left[0]?.unsent === 0',
    },
  ],
  /** CLIENT-1.1 */
  'names a store by its person only': [
    {
      file: 'sync/store/remember-session.ts',
      line: 'keyId === undefined ? `cairn-account-${userId}-${orgId}` : sealedName(keyId, userId, orgId);',
      code: '`cairn-account-${userId}-${orgId}`',
      by: '`cairn-account-${userId}`',
    },
  ],
  /** CLIENT-9.5 */
  'leaves kept work readable': [
    {
      file: 'sync/store/trim-kept.ts',
      line: 'if (isEmpty || publicKey === undefined || hasPassphrase(dbName)) return found;',
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
  /** CLIENT-13.1 */
  'stores rows of an encrypted device as they are': [
    {
      file: 'sync/store/lazy-rows.ts',
      line: 'return rows().stored(table, row);',
      code: 'rows().stored(table, row)',
      by: 'row',
    },
  ],
  /** CLIENT-13.2 */
  'encrypts a device with unsent changes': [
    {
      file: 'sync/store/encrypt-device.ts',
      line: 'if (inTheWay.unsent + inTheWay.shots > 0) return inTheWay;',
      code: 'inTheWay.unsent + inTheWay.shots > 0',
      by: 'inTheWay.shots > 0',
    },
  ],
  'leaves a store open while it is replaced': [
    {
      file: 'sync/store/encrypt-device.ts',
      line: "if (unsent + shots === 0) await db.meta.put({ key: 'writer', minWriter: CLOSED });",
      code: 'unsent + shots === 0',
      by: 'unsent + shots < 0',
    },
  ],
  'leaves a store closed whose replacement was interrupted': [
    {
      file: 'sync/store/encrypt-device.ts',
      line: 'if (record?.encrypting !== true || !isPlain(record)) return record;',
      code: 'record?.encrypting !== true',
      by: 'true',
    },
  ],
} as const satisfies Record<string, readonly SourceEdit[]>;

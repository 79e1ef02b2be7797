import type { SourceEdit } from './source-edit.ts';

/** Faults of stores that could not be opened and were replaced, and of the person's other accounts. */
export const REPLACED_FAULTS = {
  /** CLIENT-6.2 */
  'forgets a store that it replaces': [
    {
      file: 'sync/worker/replaced-databases.ts',
      line: 'await device.former.put({ dbName: record.dbName, account: record.key, unsent });',
      code: 'device.former.put({ dbName: record.dbName, account: record.key, unsent })',
      by: 'undefined',
    },
  ],
  'takes a replaced store that cannot be read for empty': [
    {
      file: 'sync/worker/replaced-databases.ts',
      line: 'if (left !== undefined && isEmpty(left)) await deleteEmpty(device, record, replaced);',
      code: 'left !== undefined && isEmpty(left)',
      by: 'isEmpty(left ?? { unsent: 0, shots: 0 })',
    },
    {
      file: 'sync/worker/replaced-databases.ts',
      line: 'if (await deleteIfEmpty(device, [store])) await forgetStores(device, [store]);',
      code: 'await deleteIfEmpty(device, [store])',
      by: 'true',
    },
  ],
  'never tries a replaced store again': [
    {
      file: 'sync/worker/replaced-databases.ts',
      line: 'if (found === undefined || isEmpty(found)) continue;',
      code: 'found === undefined || isEmpty(found)',
      by: 'true',
    },
    {
      file: 'sync/worker/replaced-databases.ts',
      line: 'if (before?.unsent !== 0) await drain({ ...record, dbName: replaced.dbName });',
      code: 'before?.unsent !== 0',
      by: 'false',
    },
  ],
  /** ENG-4 */
  'sends nothing for accounts that are not open': [
    {
      file: 'sync/worker/other-accounts.ts',
      line: 'if (count > 0) waiting.push(record);',
      code: 'count > 0',
      by: 'false',
    },
  ],
} as const satisfies Record<string, readonly SourceEdit[]>;

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
      line: 'if (unsent === 0) await deleteEmpty(device, record, replaced);',
      code: 'unsent === 0',
      by: '(unsent ?? 0) === 0',
    },
  ],
  'never tries a replaced store again': [
    {
      file: 'sync/worker/replaced-databases.ts',
      line: 'if (unsent === undefined || unsent === 0 || (await read(device, record)) !== 0) continue;',
      code: 'unsent === undefined || unsent === 0 || (await read(device, record)) !== 0',
      by: 'true',
    },
    {
      file: 'sync/worker/replaced-databases.ts',
      line: 'if ((await read(device, replaced)) !== 0) await drain({ ...record, dbName: replaced.dbName });',
      code: '(await read(device, replaced)) !== 0',
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

import { addColumn, type Migration } from './migration.ts';

/** What an organisation and a person have switched off of the receipts of work (RECEIPT-5); on by default. */
export const receiptSettings: Migration = {
  name: '0068-receipt-settings',
  up: async (context) => {
    const on = { type: 'integer', fallback: 1 } as const;
    await addColumn('', 'organizations', { column: 'work_receipts', ...on }).up(context);
    await addColumn('', 'org_users', { column: 'shares_seen', ...on }).up(context);
  },
};

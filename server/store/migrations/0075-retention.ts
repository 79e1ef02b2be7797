import { addColumn, type Migration } from './migration.ts';

/** Rules of retention (decision 0092): none is set by itself. */
export const retention: Migration = {
  name: '0075-retention',
  up: async (context) => {
    for (const column of ['keep_done_tasks', 'keep_messages', 'keep_activity']) {
      await addColumn('', 'organizations', { column, type: 'integer?' }).up(context);
    }
    await addColumn('', 'organizations', { column: 'retention_from', type: 'text?' }).up(context);
  },
};

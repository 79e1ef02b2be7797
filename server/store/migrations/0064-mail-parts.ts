import { addColumn, type Migration } from './migration.ts';

/** HTML of a mail, and the address that stops mails of its kind (decision 0082). */
export const mailParts: Migration = {
  name: '0064-mail-parts',
  up: async (context) => {
    for (const column of ['html', 'stop']) {
      await addColumn('', 'mail_queue', { column, type: 'text?' }).up(context);
    }
  },
};

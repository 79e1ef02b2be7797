import type { Migration } from './migration.ts';

/** Mails with a digest or reminders that people have switched on (decision 0082). */
export const mailDigests: Migration = {
  name: '0063-mail-digests',
  up: async ({ createTable }) => {
    await createTable({
      name: 'mail_digests',
      columns: {
        org_id: 'text',
        user_id: 'text',
        digest: 'text',
        reminders: 'integer',
        time_zone: 'text',
        stop_secret: 'text',
        next_at: 'integer',
      },
      primaryKey: ['org_id', 'user_id'],
      indexes: [['next_at'], ['stop_secret']],
    });
  },
};

import type { Migration } from './migration.ts';

/** Passkeys of people, and challenges that wait for an answer (decision 0079). */
export const passkeys: Migration = {
  name: '0060-passkeys',
  up: async ({ createTable }) => {
    await createTable({
      name: 'passkeys',
      columns: {
        id: 'text',
        user_id: 'text',
        name: 'text',
        public_key: 'text',
        counter: 'integer',
        transports: 'text',
        created_at: 'integer',
        used_at: 'integer?',
      },
      primaryKey: ['id'],
      indexes: [['user_id']],
    });
    await createTable({
      name: 'passkey_challenges',
      columns: { digest: 'text', user_id: 'text', expires_at: 'integer' },
      primaryKey: ['digest'],
      indexes: [['expires_at']],
    });
  },
};

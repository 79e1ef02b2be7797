import type { Migration } from './migration.ts';

/** Key pair of each person under which a device encrypts unsent work while they are not signed in (decision 0043). */
export const sealingKeys: Migration = {
  name: '0027-sealing-keys',
  up: async ({ createTable }) => {
    await createTable({
      name: 'sealing_keys',
      columns: {
        user_id: 'text',
        public_key: 'text',
        private_key: 'text',
        created_at: 'integer',
      },
      primaryKey: ['user_id'],
    });
  },
};

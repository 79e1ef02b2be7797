import type { Migration } from './migration.ts';

/** Replaced secrets of tokens, which stay valid for a chosen time (decision 0105). */
export const formerTokenSecrets: Migration = {
  name: '0092-former-token-secrets',
  up: async ({ createTable }) => {
    await createTable({
      name: 'former_token_secrets',
      columns: {
        digest: 'text',
        org_id: 'text',
        user_id: 'text',
        token: 'text',
        valid_until: 'integer',
      },
      primaryKey: ['digest'],
      indexes: [['org_id', 'user_id', 'token'], ['user_id'], ['valid_until']],
    });
  },
};

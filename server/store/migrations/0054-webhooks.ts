import type { Migration } from './migration.ts';

/** Webhooks of organisations and their queue (decision 0072). */
export const webhooks: Migration = {
  name: '0054-webhooks',
  up: async ({ createTable }) => {
    await createTable({
      name: 'webhooks',
      columns: {
        id: 'text',
        org_id: 'text',
        url: 'text',
        kinds: 'text',
        secret: 'text',
        former_secret: 'text?',
        former_until: 'integer?',
        active: 'integer',
        paused_until: 'integer',
        created_by: 'text',
        created_at: 'integer',
      },
      primaryKey: ['org_id', 'id'],
    });
    await createTable({
      name: 'webhook_deliveries',
      columns: {
        id: 'text',
        org_id: 'text',
        webhook: 'text',
        kind: 'text',
        body: 'text',
        version: 'integer',
        state: 'text',
        attempts: 'integer',
        next_at: 'integer',
        created_at: 'integer',
        tried_at: 'integer?',
        outcome: 'text?',
      },
      primaryKey: ['org_id', 'id'],
      indexes: [['state', 'next_at'], ['org_id', 'webhook', 'created_at'], ['created_at']],
    });
  },
};

import { addColumn, type Migration } from './migration.ts';

/**
 * Erasure of organisations (decision 0100): the instant from which one is erased, and the memberships that were erased,
 * of which the devices of their people still have to learn. Numbers only.
 */
export const organizationErasures: Migration = {
  name: '0085-organization-erasures',
  up: async (context) => {
    await addColumn('', 'organizations', { column: 'erase_at', type: 'text?' }).up(context);
    await context.createTable({
      name: 'erased_memberships',
      columns: {
        org_id: 'text',
        user_id: 'text',
        with_organization: 'integer',
        erased_at: 'integer',
      },
      primaryKey: ['org_id', 'user_id'],
      indexes: [['user_id'], ['erased_at']],
    });
  },
};

import { addColumn, type Migration } from './migration.ts';

/** Tokens that belong to an organisation, and the programs that act with them (decision 0097). */
export const organizationTokens: Migration = {
  name: '0080-organization-tokens',
  up: async (context) => {
    const no = { type: 'integer', fallback: 0 } as const;
    await addColumn('', 'org_users', { column: 'program', ...no }).up(context);
    await context.createTable({
      name: 'organization_tokens',
      columns: {
        id: 'text',
        org_id: 'text',
        org_user: 'text',
        user_id: 'text',
        digest: 'text',
        access: 'text',
        every_project: 'integer',
        created_by: 'text',
        created_at: 'integer',
        expires_at: 'integer',
        used_at: 'integer?',
      },
      primaryKey: ['digest'],
      indexes: [
        ['unique', 'org_id', 'id'],
        ['org_id', 'user_id'],
      ],
    });
  },
};

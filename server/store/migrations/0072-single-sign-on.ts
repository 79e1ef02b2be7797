import { addColumn, type Migration } from './migration.ts';

const provider = addColumn('session-provider', 'sessions', { column: 'sso_org', type: 'text?' });

/** Identity providers of organisations, their domains, and sign-ins that are under way (decision 0081). */
export const singleSignOn: Migration = {
  name: '0072-single-sign-on',
  up: async (context) => {
    await provider.up(context);
    const { createTable } = context;
    await createTable({
      name: 'sso_providers',
      columns: {
        org_id: 'text',
        issuer: 'text',
        client_id: 'text',
        client_secret: 'text',
        active: 'integer',
        required: 'integer',
        join_role: 'text?',
        changed_at: 'integer',
      },
      primaryKey: ['org_id'],
    });
    await createTable({
      name: 'sso_domains',
      columns: {
        org_id: 'text',
        domain: 'text',
        token: 'text',
        created_at: 'integer',
        verified_at: 'integer?',
      },
      primaryKey: ['org_id', 'domain'],
      indexes: [['domain']],
    });
    await createTable({
      name: 'sso_attempts',
      columns: {
        digest: 'text',
        org_id: 'text',
        browser: 'text',
        shared: 'integer',
        nonce: 'text',
        verifier: 'text',
        email: 'text?',
        name: 'text?',
        expires_at: 'integer',
      },
      primaryKey: ['digest'],
      indexes: [['expires_at']],
    });
  },
};

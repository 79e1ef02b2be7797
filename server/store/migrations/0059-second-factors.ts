import { addColumn, type Migration } from './migration.ts';

const factor = addColumn('session-factor', 'sessions', {
  column: 'factor',
  type: 'integer',
  fallback: 0,
});
const address = addColumn('session-address', 'sessions', { column: 'address', type: 'text?' });

/**
 * The network address of a session's last use, and second factors (decision 0079): the secret of an authenticator app,
 * and recovery codes, of which a used one is deleted.
 */
export const secondFactors: Migration = {
  name: '0059-second-factors',
  up: async (context) => {
    await address.up(context);
    await factor.up(context);
    await context.createTable({
      name: 'totp_factors',
      columns: {
        user_id: 'text',
        secret: 'text',
        last_step: 'integer',
        created_at: 'integer',
        confirmed_at: 'integer?',
      },
      primaryKey: ['user_id'],
    });
    await context.createTable({
      name: 'recovery_codes',
      columns: { user_id: 'text', digest: 'text' },
      primaryKey: ['user_id', 'digest'],
    });
  },
};

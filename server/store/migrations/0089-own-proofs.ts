import { addColumn, type Migration } from './migration.ts';

/** People without a password prove themselves by a passkey or at their identity provider (decision 0101). */
export const ownProofs: Migration = {
  name: '0089-own-proofs',
  up: async (context) => {
    await addColumn('', 'sessions', { column: 'proved_at', type: 'integer?' }).up(context);
    await addColumn('', 'sso_attempts', { column: 'proves', type: 'text?' }).up(context);
  },
};

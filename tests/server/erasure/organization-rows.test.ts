import { expect, it } from 'vitest';
import {
  type OrganizationRows,
  OUTLETS,
  ROWS,
  WITH_BYTES,
} from '../../../server/erasure/organization-rows.ts';
import { openDatabase } from '../../../server/store/open.ts';
import { textOf } from '../../../server/store/sql.ts';

/** Tables that an erasure of an organisation removes in another way, and why. */
const IN_ANOTHER_WAY: Readonly<Record<string, string>> = {
  org_users: 'with the accounts of the people',
  users: 'accounts that belong to no other organisation',
  sessions: 'with their account, or because the identity provider of the organisation opened them',
  ended_sessions: 'digests of cookies, by which devices learn of the erasure; for 60 days',
  erased_memberships: 'numbers, from which devices learn of the erasure',
  access_tokens: 'with their session',
  known_devices: 'with their account',
  totp_factors: 'with their account',
  recovery_codes: 'with their account',
  passkeys: 'with their account',
  passkey_challenges: 'with their account',
  push_subscriptions: 'with their account',
  sealing_keys: 'with their account',
  file_trash: 'names of objects that are to be deleted',
  counters: 'of the installation',
  migrations: 'of the installation',
  rate_limits: 'digests that expire',
  request_counts: 'digests that expire',
  server_keys: 'of the installation',
};

it('each table of the database is erased with its organisation, or named here', async () => {
  const database = await openDatabase({ memory: true });
  const tables = await database.read.all("select name from sqlite_master where type = 'table'");
  const steps: readonly OrganizationRows[] = [...OUTLETS, ...WITH_BYTES, ...ROWS];
  const known = [...steps.map(({ table }) => table), ...Object.keys(IN_ANOTHER_WAY)];
  expect(known.toSorted()).toEqual(tables.map((row) => textOf(row, 'name')).toSorted());
  for (const { table, key } of steps) {
    const columns = await database.read.all(
      `select name from pragma_table_info('${table}') where pk > 0 order by pk`,
    );
    expect([table, columns.map((row) => textOf(row, 'name'))]).toEqual([table, key]);
  }
  await database.close();
});

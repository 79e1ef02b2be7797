import 'fake-indexeddb/auto';
import { afterEach, expect, it } from 'vitest';
import { cardCreate } from '../../model/mutations/card/card-create.ts';
import { deviceDb, currentAccount, accountsHere } from '../../sync/store/device-db.ts';
import { rememberSession } from '../../sync/store/remember-session.ts';
import { listLockedAccounts } from '../../sync/store/queries/locked-accounts.ts';
import { sessionDataSchema } from '../../model/protocol/session.ts';
import { parseAt } from '../../model/shared/parse.ts';
import { forEachDatabase } from '../support/for-each-database.ts';
import { signIn } from '../support/rest-client.ts';
import { freshId, hire, ok, pull, startTeam, type Team } from '../server/support/team.ts';
import { createDevice } from './support/device.ts';

forEachDatabase('a person who is deactivated while a device has unsent work', (open) => {
  const teams: Team[] = [];
  afterEach(async () => {
    for (const team of teams.splice(0)) await team.setup.close();
  });

  it('keeps the outbox, locked until they are activated again, and sent then', async () => {
    const team = await startTeam(open);
    teams.push(team);
    const ben = await hire(team, 'ben@field.test', 'Coordinator');
    const device = createDevice(() => team.app, ben);
    await device.sync();
    device.wire.offline = true;
    const id = freshId();
    await device.mutate(cardCreate, {
      id,
      project: team.project,
      name: 'Found offline',
      rank: 'W',
    });
    const active = (value: boolean) =>
      team.founder.patch(`organization-user/update/${ben.orgUserId}/`, { active: value });
    ok(await active(false));
    device.wire.offline = false;
    await device.sync();
    expect(await device.db.outbox.toArray()).toMatchObject([
      { state: 'queued', name: 'card-create' },
    ]);
    expect(await device.db.rejected.count()).toBe(0);
    ok(await active(true));
    await signIn(ben, 'ben@field.test');
    await device.sync();
    expect(await device.db.outbox.count()).toBe(0);
    expect((await pull(team.founder)).text).toContain('Found offline');
    device.close();
  });
});

it('a sign-in that does not list an organisation locks its account on the device, and one that lists it again opens it', async () => {
  const db = deviceDb();
  const access = { get_access: true, post_access: true, patch_access: true, delete_access: true };
  const session = (...organizations: readonly number[]) =>
    parseAt(sessionDataSchema, {
      user: { id: 7, display_name: 'Ben', email: 'ben@field.test' },
      organizations: organizations.map((organization_id) => ({
        organization_id,
        organization_name: `Org ${organization_id}`,
        organization_user_id: organization_id * 10,
        user_level: 'Member',
        organization_special_role: false,
        role_access: access,
      })),
      access_token: 'x',
      expires_at: 1,
      session_id: 's',
    });
  await rememberSession(db, session(1, 2));
  await db.accounts.update('7:1', { unsent: 3 });
  await rememberSession(db, session(2));
  expect((await accountsHere(db)).map(({ key }) => key)).toEqual(['7:2']);
  expect((await currentAccount(db))?.key).toBe('7:2');
  expect(await listLockedAccounts(db)).toMatchObject([{ key: '7:1', unsent: 3, lost: 'new' }]);
  await rememberSession(db, session());
  expect(await currentAccount(db)).toBeUndefined();
  await rememberSession(db, session(1));
  expect(await currentAccount(db)).toMatchObject({ key: '7:1', unsent: 3 });
  expect(await listLockedAccounts(db)).toEqual([]);
});

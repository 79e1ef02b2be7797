import { afterEach, expect, it } from 'vitest';
import { forEachDatabase } from '../../support/for-each-database.ts';
import {
  adopt,
  foundAndSignIn,
  PASSWORD,
  type RestClient,
  restClient,
  signIn,
} from '../../support/rest-client.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';
import { deviceOf } from '../support/team.ts';

const ADA = 'ada@example.org';

forEachDatabase('the number that a browser last reported unsent', (open) => {
  const running: TestApp[] = [];
  const start = async () => {
    const setup = await startTestApp(await open());
    running.push(setup);
    const ada = await foundAndSignIn(setup.app, ADA, 'Highland Paths');
    return { ...setup, ada };
  };
  afterEach(async () => {
    for (const setup of running.splice(0)) await setup.close();
  });

  it('[CLIENT-11.4] is the rest of the queue after the batch, and 0 when everything was sent', async () => {
    const { ada } = await start();
    const { push } = await deviceOf(ada);
    expect(await reported(ada)).toBe(0);
    await push([call(1)], { pending: 5 });
    expect(await reported(ada)).toBe(4);
    // A permanent rejection leaves the queue as well, and so does a call that was sent before.
    await push([call(1), refused(2)], { pending: 5 });
    expect(await reported(ada)).toBe(3);
    await push([call(3)], { pending: 1 });
    expect(await reported(ada)).toBe(0);
  });

  it('[CLIENT-11.4] of one organisation is not deleted by a batch of another', async () => {
    const { app, ada } = await start();
    const { push } = await deviceOf(ada);
    await push([call(1)], { pending: 3 });
    const eve = await foundAndSignIn(app, 'eve@example.org', 'Lowland Canals');
    const { database, writer } = app.services;
    await writer.write([], async (tx) => {
      const db = await tx.db();
      await db
        .updateTable('unsent_reports')
        .set({ org_id: eve.orgId ?? '' })
        .execute();
    });
    await push([call(2)], { pending: 1 });
    expect(await database.db.selectFrom('unsent_reports').select('org_id').execute()).toEqual([
      { org_id: eve.orgId },
    ]);
  });

  it('[CLIENT-11.5] is returned to the same browser and person only, at a sign-in and at a renewal', async () => {
    const { app, ada } = await start();
    await (await deviceOf(ada)).push([call(1)], { pending: 3 });
    const elsewhere = restClient(app);
    const other = await signIn(elsewhere, ADA);
    expect(other.body.data.unsent_reported).toBe(0);
    const eve = await foundAndSignIn(app, 'eve@example.org', 'Lowland Canals');
    keepDevice(ada, eve);
    // Ada's report in an organisation of which Eve is a member as well.
    await app.services.writer.write([], async (tx) => {
      const db = await tx.db();
      await db
        .updateTable('unsent_reports')
        .set({ org_id: eve.orgId ?? '' })
        .execute();
    });
    expect(await reported(eve)).toBe(0);
    await app.services.writer.write([], async (tx) => {
      const db = await tx.db();
      await db
        .updateTable('unsent_reports')
        .set({ org_id: ada.orgId ?? '' })
        .execute();
    });
    // The cookie of the device without the session: its databases are gone, and the person signs in again.
    ada.cookies.delete('cairn_session');
    expect((await signIn(ada, ADA)).body.data.unsent_reported).toBe(2);
    expect(await reported(ada)).toBe(2);
  });

  it('[CLIENT-11.4] is deleted when the device has received it, and at a sign-out', async () => {
    const { ada } = await start();
    const { push } = await deviceOf(ada);
    await push([call(1)], { pending: 3 });
    expect((await ada.post('api/session/unsent-seen/')).status).toBe(200);
    expect(await reported(ada)).toBe(0);
    await push([call(2)], { pending: 3 });
    expect(await reported(ada)).toBe(2);
    await ada.post('api/logout/');
    expect((await signIn(ada, ADA)).body.data.unsent_reported).toBe(0);
  });

  it('[CLIENT-11.4] is deleted when the device reports that it has removed its data', async () => {
    const { app, ada } = await start();
    await (await deviceOf(ada)).push([call(1)], { pending: 3 });
    const phone = restClient(app);
    await signIn(phone, ADA);
    await phone.post('api/session/end-others/', { remove: 'all' });
    await ada.post('api/session/token/');
    await ada.post('api/session/removed/');
    expect((await signIn(ada, ADA)).body.data.unsent_reported).toBe(0);
  });

  it('[CLIENT-11.4] is not stored for a shared computer', async () => {
    const { app, ada } = await start();
    await (await deviceOf(ada)).push([call(1)], { pending: 3 });
    const login = { email: ADA, password: PASSWORD, shared: true };
    const shared = await ada.post('api/user-login/', login);
    expect(shared.body.data.unsent_reported).toBe(0);
    adopt(ada, shared);
    await (await deviceOf(ada)).push([call(1)], { pending: 3 });
    const { db } = app.services.database;
    expect(await db.selectFrom('unsent_reports').selectAll().execute()).toEqual([]);
  });
});

async function reported(person: RestClient): Promise<unknown> {
  return (await person.post('api/session/token/')).body.data.unsent_reported;
}

/** Gives one browser the device cookie of another, as when two people use it. */
function keepDevice(from: RestClient, to: RestClient): void {
  to.cookies.set('cairn_device', from.cookies.get('cairn_device') ?? '');
}

function call(seq: number) {
  const body = {
    id: `01900000-0000-7000-8000-00000000000${String(seq)}`,
    name: `Tag ${String(seq)}`,
  };
  return { seq, method: 'POST', path: 'tags/create/', body } as const;
}

function refused(seq: number) {
  return { seq, method: 'POST', path: 'nothing/here/', body: {} } as const;
}

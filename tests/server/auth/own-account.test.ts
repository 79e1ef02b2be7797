import { afterEach, expect, it } from 'vitest';
import { forEachDatabase } from '../../support/for-each-database.ts';
import { foundAndSignIn, PASSWORD } from '../../support/rest-client.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';

forEachDatabase('calls about one’s own account', (open) => {
  const running: TestApp[] = [];
  const start = async () => {
    const setup = await startTestApp(await open());
    running.push(setup);
    return setup;
  };
  afterEach(async () => {
    for (const setup of running.splice(0)) await setup.close();
  });

  it('work without naming an organisation, so that a client can list its own', async () => {
    const { app } = await start();
    const ada = await foundAndSignIn(app, 'ada@example.org', 'Highland Paths');
    const { orgId } = ada;
    ada.orgId = undefined;
    const organizations = await ada.get('organization/list/');
    expect(organizations.body.data).toMatchObject([{ id: Number(orgId), name: 'Highland Paths' }]);
    const me = await ada.get('api/me/');
    expect(me.body.data).toMatchObject({
      email: 'ada@example.org',
      organizations: [{ organization_id: Number(orgId) }],
    });
    const sessions = await ada.get('api/session/list/');
    expect(sessions.body.data).toMatchObject([{ current: true }]);
    expect((await ada.get('api/email-address/')).body.data.email).toBe('ada@example.org');
    const change = { current_password: PASSWORD, password: 'a better horse battery' };
    expect((await ada.post('api/password/change/', change)).status).toBe(200);
    expect((await ada.post('api/session/end-others/')).status).toBe(200);
  });

  it('reject a foreign or malformed organisation, and a caller who is not signed in', async () => {
    const { app } = await start();
    const ada = await foundAndSignIn(app, 'ada@example.org', 'Highland Paths');
    const eve = await foundAndSignIn(app, 'eve@example.org', 'Lowland Canals');
    for (const path of ['api/me/', 'organization/list/', 'api/session/list/']) {
      const foreign = await ada.get(path, { org: eve.orgId ?? '' });
      expect.soft(foreign.status, path).toBe(404);
      expect.soft((await ada.get(path, { org: '' })).status, path).toBe(404);
    }
    eve.token = undefined;
    eve.orgId = undefined;
    for (const path of ['api/me/', 'organization/list/', 'api/session/list/']) {
      expect.soft((await eve.get(path)).status, path).toBe(401);
    }
  });
});

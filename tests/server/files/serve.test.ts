import { expect, it } from 'vitest';
import { forEachDatabase } from '../../support/for-each-database.ts';
import { addRow, bearer, fetchFile, photo, stored, upload } from '../support/files.ts';
import { adopt, PASSWORD, signIn } from '../../support/rest-client.ts';
import { foundTeam, freshId, hire, join, ok, startTeam } from '../support/team.ts';

const LIST = Buffer.from('0123456789');
/** Names under which a browser stores files whose names fit no content. */
const STORED_AS: Readonly<Record<string, string>> = {
  'photo.jpg': 'photo.jpg.bin',
  'photo.html': 'photo.html.jpg',
};
const SCRIPT = '<script>document.title = "owned"</script>';

forEachDatabase('GET files/{id}', (open) => {
  it('serves a file to people who may read its scope, by bearer or by the browser’s session, and to nobody else', async () => {
    const team = await startTeam(open);
    const member = await hire(team, 'bob@field.test');
    const outsider = await hire(team, 'cas@field.test');
    await join(team, member);
    const other = await foundTeam(team.app, 'eve@other.test', 'Other');
    const id = await stored(team, team.founder, { name: 'list.txt', bytes: LIST });
    const get = async (headers: Readonly<Record<string, string>>, of = id) =>
      (await fetchFile(team, of, headers)).status;

    expect(await get(bearer(team.founder))).toBe(200);
    expect(await get(bearer(member))).toBe(200);
    const cookie = [...member.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    expect(await get({ cookie })).toBe(200);
    expect(await get({})).toBe(401);
    expect(await get({ authorization: 'Bearer nobody', cookie })).toBe(401);
    expect(await get({ cookie: 'cairn_session=nonsense' })).toBe(401);

    // Of another project, of another organisation, missing: the same message for all three.
    const foreign = await fetchFile(team, id, bearer(other.founder));
    const unseen = await fetchFile(team, id, bearer(outsider));
    const missing = await fetchFile(team, freshId(), bearer(outsider));
    const malformed = await fetchFile(team, '..%2f..%2fcairn.db', bearer(outsider));
    const answers = [foreign, unseen, missing, malformed].map(({ status, text }) => {
      const { message, code } = JSON.parse(text);
      return [status, code, message];
    });
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]?.[0]).toBe(404);

    // The person has lost the right to read it.
    const membership = `${team.project}.${member.orgUserId ?? ''}`;
    ok(await team.founder.delete(`team-member/update-destroy/${membership}/`));
    expect(await get(bearer(member))).toBe(404);
    await team.setup.close();
  });

  it('reports a pending upload to those who may read it, and rejects a file of another scope', async () => {
    const team = await startTeam(open);
    const member = await hire(team, 'bob@field.test');
    const file = { id: freshId(), scope: `project:${team.project}`, name: 'x.txt', bytes: LIST };
    ok(await addRow(team.founder, file));
    const soon = await fetchFile(team, file.id, bearer(team.founder));
    expect([soon.status, JSON.parse(soon.text).message]).toEqual([
      404,
      'This file has not been uploaded yet',
    ]);
    const scopes = [
      `project:${team.project}`,
      `project:${freshId()}`,
      'workspace:x',
      'group:1',
      'direct:98:99',
      'me',
      '',
    ];
    for (const scope of scopes) {
      const { status } = await addRow(member, { ...file, id: freshId(), scope });
      expect([scope, status]).toEqual([scope, scope === '' ? 400 : 404]);
    }
    await team.setup.close();
  });

  it('serves a member of two organisations the file of the named one, whatever the other stores under its id', async () => {
    const first = await startTeam(open);
    const second = await foundTeam(first.app, 'ada@field.test', 'Second');
    const orgs = ok(await second.founder.get('organization/list/')).body.data;
    const [here, there] = orgs.map((one: { organization_id: number }) =>
      String(one.organization_id),
    );
    // Signing in opens the first organisation; the new board belongs to it as well.
    second.founder.orgId = there;
    const workspace = freshId();
    ok(await second.founder.post('workspace/create/', { id: workspace, name: 'South', desc: '' }));
    const id = freshId();
    const put = async (org: string, text: string, scope: string) => {
      first.founder.orgId = org;
      ok(await signIn(first.founder, 'ada@field.test'));
      first.founder.orgId = org;
      const file = { id, scope, name: 'plan.txt', bytes: Buffer.from(text) };
      ok(await upload(first, first.founder, file));
      first.setup.clock.time += 1_000;
    };
    await put(there, 'Theirs', `workspace:${workspace}`);
    await put(here, 'Forged', `workspace:${first.workspace}`);
    const get = async (query: string) =>
      (await fetchFile(first, `${id}${query}`, bearer(first.founder))).text;
    expect(await get(`?organization_accesskey_id=${there}`)).toBe('Theirs');
    expect(await get(`?organization_accesskey_id=${here}`)).toBe('Forged');
    expect(await get('')).toBe('Theirs');
    expect(JSON.parse(await get('?organization_accesskey_id=999'))).toMatchObject({ status: 404 });
    await first.setup.close();
  });

  it('lets the browser of a shared computer cache nothing, by bearer or by cookie', async () => {
    const team = await startTeam(open);
    const id = await stored(team, team.founder, { name: 'list.txt', bytes: LIST });
    const there = await hire(team, 'bob@field.test');
    await join(team, there);
    const credentials = { email: 'bob@field.test', password: PASSWORD, shared: true };
    const signedIn = await there.post('api/user-login/', credentials);
    adopt(there, signedIn);
    const cookie = [...there.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    for (const headers of [bearer(there), { cookie }]) {
      const { status, headers: answered } = await fetchFile(team, id, headers);
      expect([status, answered['cache-control']]).toEqual([200, 'no-store']);
    }
  });

  it('lets a browser cache nothing where an organisation of the person asks for encrypted devices', async () => {
    const team = await startTeam(open);
    const id = await stored(team, team.founder, { name: 'list.txt', bytes: LIST });
    const cached = async () =>
      (await fetchFile(team, id, bearer(team.founder))).headers['cache-control'];
    expect(await cached()).toBe('private, no-cache');
    const rules = { factor_levels: 0, factor_grace_days: 0, offline_days: null };
    ok(await team.founder.post('api/sign-in-rules/update/', { ...rules, encrypt_devices: true }));
    expect(await cached()).toBe('no-store');
    await team.setup.close();
  });

  it('answers ranges, and sends no bytes that the browser has cached', async () => {
    const team = await startTeam(open);
    const id = await stored(team, team.founder, { name: 'list.txt', bytes: LIST });
    const get = (headers: Readonly<Record<string, string>>) =>
      fetchFile(team, id, { ...bearer(team.founder), ...headers });
    const whole = await get({});
    expect(whole.headers).toMatchObject({
      'accept-ranges': 'bytes',
      'content-length': '10',
      'cache-control': 'private, no-cache',
    });
    const table: readonly (readonly [string, number, string, string?])[] = [
      ['bytes=2-4', 206, '234', 'bytes 2-4/10'],
      ['bytes=7-', 206, '789', 'bytes 7-9/10'],
      ['bytes=-3', 206, '789', 'bytes 7-9/10'],
      ['bytes=0-99', 206, '0123456789', 'bytes 0-9/10'],
      ['bytes=10-', 416, '', 'bytes */10'],
      ['bytes=-0', 416, '', 'bytes */10'],
      ['bytes=4-2', 200, '0123456789'],
      ['bytes=0-1,3-4', 200, '0123456789'],
      ['lines=1-2', 200, '0123456789'],
    ];
    for (const [range, status, text, content] of table) {
      const got = await get({ range });
      expect([range, got.status, got.text, got.headers['content-range']]).toEqual([
        range,
        status,
        text,
        content,
      ]);
    }
    const etag = String(whole.headers['etag']);
    const continued = await get({ range: 'bytes=7-', 'if-range': etag });
    expect([continued.status, continued.text]).toEqual([206, '789']);
    const changed = await get({ range: 'bytes=7-', 'if-range': '"other"' });
    expect([changed.status, changed.text]).toEqual([200, '0123456789']);
    const again = await get({ 'if-none-match': String(whole.headers['etag']) });
    expect([again.status, again.text]).toEqual([304, '']);
    await team.setup.close();
  });

  it('makes hostile drawings, pages and documents harmless, whatever their names', async () => {
    const team = await startTeam(open);
    const svg = `<?xml version="1.0"?><!-- x --><svg xmlns="http://www.w3.org/2000/svg">${SCRIPT}</svg>`;
    const table: readonly (readonly [string, Buffer, string, string, string])[] = [
      ['drawing.svg', Buffer.from(svg), 'image/svg+xml', 'attachment', 'image'],
      [
        'page.html',
        Buffer.from(`<!doctype html>${SCRIPT}`),
        'application/octet-stream',
        'attachment',
        'other',
      ],
      [
        'photo.jpg',
        Buffer.from(`<html>${SCRIPT}`),
        'application/octet-stream',
        'attachment',
        'other',
      ],
      [
        'paper.pdf',
        Buffer.from('%PDF-1.7\n1 0 obj\n<</JS (app.alert(1))>>\n%%EOF'),
        'application/pdf',
        'inline',
        'pdf',
      ],
      ['photo.html', await photo(), 'image/jpeg', 'inline', 'image'],
      ['script.js', Buffer.from('alert(1)'), 'application/octet-stream', 'attachment', 'other'],
    ];
    for (const [name, bytes, type, how, kind] of table) {
      const id = freshId();
      const done = ok(
        await upload(team, team.founder, {
          id,
          name,
          bytes,
          scope: `project:${team.project}`,
          mediaType: 'text/html',
        }),
      );
      expect([name, done.body.data.kind]).toEqual([name, kind]);
      const { headers } = await fetchFile(team, id, bearer(team.founder));
      expect([name, headers['content-type']]).toEqual([name, type]);
      expect(String(headers['content-disposition'])).toMatch(new RegExp(`^${how}; `));
      const kept = STORED_AS[name] ?? name;
      expect(headers['content-disposition']).toContain(`filename="${kept}"`);
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
      });
      const policy = String(headers['content-security-policy']);
      expect(policy).toContain("default-src 'none'");
      if (kind !== 'pdf') expect(policy).toContain('sandbox');
    }
    await team.setup.close();
  });

  it('sends the name of a file without letting it escape its header', async () => {
    const team = await startTeam(open);
    const name = 'Brønn "nr 1"; x=\\y.txt';
    const id = await stored(team, team.founder, { name, bytes: LIST });
    const { headers } = await fetchFile(team, id, bearer(team.founder));
    expect(headers['content-disposition']).toBe(
      `attachment; filename="Br_nn _nr 1__ x__y.txt"; filename*=UTF-8''Br%C3%B8nn%20%22nr%201%22%3B%20x%3D_y.txt`,
    );
    await team.setup.close();
  });
});

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../server/store/open.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';

describe('the served app', () => {
  let folder = '';
  let setup: TestApp | undefined;
  const get = (url: string) => {
    if (setup === undefined) throw new Error('The server is not running');
    return setup.app.fastify.inject({ method: 'GET', url });
  };
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'cairn-dist-'));
    mkdirSync(join(folder, 'assets'));
    writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Cairn</title>');
    writeFileSync(join(folder, 'sw.js'), '// worker');
    writeFileSync(join(folder, 'assets', 'main-1a2b3c.js'), '// code');
    setup = await startTestApp(await openDatabase({ memory: true }), {
      staticDir: folder,
      limits: { requestsPerMinute: 20 },
    });
  });
  afterEach(async () => {
    await setup?.close();
    await setup?.app.services.database.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('serves deep links with the page, which is validated each time', async () => {
    for (const url of ['/signup', '/workspace/wells-1a2b3c', '/chat/group/7', '/home-view?tab=1']) {
      const reply = await get(url);
      expect(reply.statusCode).toBe(200);
      expect(reply.body).toContain('<title>Cairn</title>');
      expect(reply.headers['cache-control']).toBe('no-cache');
    }
  });

  it('starts with sign-up without any account, and with the page from the first person on', async () => {
    const first = await get('/');
    expect([first.statusCode, first.headers.location]).toEqual([302, '/signup']);
    expect(first.headers['cache-control']).toBe('no-store');
    await setup?.app.fastify.inject({
      method: 'POST',
      url: '/rest/api/user-organization-create/',
      payload: {
        display_name: 'Ada Field',
        email: 'ada@field.example',
        phone_number: '+44 20 7946 0000',
        organization: { name: 'Field' },
        password: 'longenough1',
      },
    });
    const later = await get('/');
    expect(later.statusCode).toBe(200);
    expect(later.body).toContain('<title>Cairn</title>');
  });

  it('first visits of a whole office do not use up the limit of its address', async () => {
    for (let visit = 0; visit < 30; visit += 1) {
      expect((await get('/assets/main-1a2b3c.js')).statusCode).toBe(200);
    }
    expect((await get('/signup')).statusCode).toBe(200);
  });

  it('lets built files be cached for a year and the service worker be validated each time', async () => {
    const code = await get('/assets/main-1a2b3c.js');
    expect(code.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect((await get('/sw.js')).headers['cache-control']).toBe('no-cache');
  });

  it('never serves the page for a call, a socket, a built file or the service worker', async () => {
    rmSync(join(folder, 'sw.js'));
    for (const url of ['/rest/nothing/', '/rest', '/ws/nothing/', '/assets/gone.js', '/sw.js']) {
      const reply = await get(url);
      expect(reply.statusCode).toBe(404);
      expect(reply.json()).toMatchObject({ status: 404, code: 'not_found' });
    }
  });

  it('answers a folder of built files, and an undecodable address, with the usual error', async () => {
    mkdirSync(join(folder, 'icons'));
    for (const url of ['/assets/', '/icons/', '/icons', '/icons/gone.png']) {
      const reply = await get(url);
      expect([url, reply.statusCode, reply.json().code]).toEqual([url, 404, 'not_found']);
    }
    for (const url of ['/%ff', '/rest/%E0%A4%A/?page=1', '/assets/a%', '/ws/chat/user/%f/']) {
      const reply = await get(url);
      const { status, code, request_id, ...rest } = reply.json();
      expect([url, reply.statusCode, status, code]).toEqual([url, 400, 400, 'invalid']);
      expect(request_id).toMatch(/^[0-9a-f]{16}$/);
      expect(rest).toEqual({ message: 'This address cannot be read' });
      expect(reply.headers['content-security-policy']).toContain("default-src 'none'");
      expect(reply.headers['x-content-type-options']).toBe('nosniff');
    }
  });

  it('does not leave its folder', async () => {
    for (const url of [
      '/../package.json',
      '/assets/..%2f..%2fpackage.json',
      '/%2e%2e/package.json',
    ]) {
      expect((await get(url)).body).not.toContain('"dependencies"');
    }
  });

  it('loads nothing from elsewhere and runs nothing inline', async () => {
    const policy = String((await get('/')).headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect((await get('/')).headers['x-content-type-options']).toBe('nosniff');
  });

  it('reports its health, and an error when the database does not respond', async () => {
    expect((await get('/healthz')).json()).toEqual({ status: 'ok' });
    const database = await openDatabase({ memory: true });
    const ping = () => Promise.reject(new Error('connection lost'));
    const broken = await startTestApp({ ...database, ping });
    const reply = await broken.app.fastify.inject('/healthz');
    expect(reply.statusCode).toBe(503);
    expect(reply.body).not.toContain('connection lost');
    await broken.close();
    await database.close();
  });
});

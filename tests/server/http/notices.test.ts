import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { repositoryOf } from '../../../server/shared/repository.ts';
import { openDatabase } from '../../../server/store/open.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const step of open.splice(0)) await step();
});

async function serve(sourceUrl: string | undefined): Promise<TestApp> {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-notices-'));
  mkdirSync(join(folder, '.notices'));
  writeFileSync(join(folder, 'index.html'), '<title>Cairn</title>');
  writeFileSync(join(folder, 'notices.txt'), 'Notices of others');
  writeFileSync(join(folder, '.notices', 'sbom.cdx.json'), '{}');
  const database = await openDatabase({ memory: true });
  const setup = await startTestApp(database, { staticDir: folder, sourceUrl });
  open.push(async () => {
    await setup.close();
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return setup;
}

it('the source is offered to everybody, at the address of the operator', async () => {
  const { app } = await serve('https://code.example.org/cairn');
  const reply = await app.fastify.inject('/source.txt');
  expect([reply.statusCode, reply.headers.location]).toEqual([
    302,
    'https://code.example.org/cairn',
  ]);
});

it('without an address the page says whom to ask for the source', async () => {
  const { app } = await serve(undefined);
  const reply = await app.fastify.inject('/source.txt');
  expect(reply.statusCode).toBe(200);
  expect(reply.headers['content-type']).toMatch(/^text\/plain/);
  expect(reply.body).toContain('GNU Affero General Public License');
});

it('the notices are served, and the bill of materials is not', async () => {
  const { app } = await serve(undefined);
  const notices = await app.fastify.inject('/notices.txt');
  expect([notices.statusCode, notices.body]).toEqual([200, 'Notices of others']);
  for (const path of ['/.notices/sbom.cdx.json', '/%2enotices/sbom.cdx.json']) {
    const reply = await app.fastify.inject(path);
    // Like every other unknown address: the app itself.
    expect([path, reply.body]).not.toEqual([path, '{}']);
  }
});

it('a repository in package.json is an address that browsers open, or none', () => {
  const of = (repository: unknown) => repositoryOf(JSON.stringify({ repository }));
  expect(of('https://code.example.org/cairn')).toBe('https://code.example.org/cairn');
  expect(of({ url: 'git+https://code.example.org/cairn.git' })).toBe(
    'https://code.example.org/cairn',
  );
  expect(of('git@code.example.org:cairn')).toBeUndefined();
  expect(of(undefined)).toBeUndefined();
});

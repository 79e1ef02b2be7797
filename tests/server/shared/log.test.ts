import { expect, it } from 'vitest';
import { startServer } from '../../support/start-server.ts';
import { found } from '../kill/load.ts';

it('logs contain calls without tokens, passwords, queries or people’s texts, and stopping is graceful', async () => {
  const server = await startServer({ env: { LOG_LEVEL: 'debug' } });
  const { headers, org, project } = await found(server.url);
  const secret = 'a secret that somebody typed';
  await fetch(
    `${server.url}/rest/project-card/create/?organization_accesskey_id=${org}&spy=${project}`,
    {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ project, name: secret, nonsense: secret }),
    },
  );
  await fetch(`${server.url}/organizationinvite/${project}`);
  await fetch(`${server.url}/rest/calendar/${project}`);
  await fetch(`${server.url}/rest/mail/stop/${project}`);
  await fetch(`${server.url}/rest/organization-archive/${project}`);
  await fetch(`${server.url}/rest/own-data/${project}`);
  expect(await server.terminate()).toBe(0);
  const logs = server.logs();
  expect(logs).toContain('"path":"/rest/project-card/create/"');
  expect(logs).toContain('"path":"/rest/api/user-login/"');
  expect(logs).toMatch(/Cairn is ready at http:/);
  for (const hidden of [
    headers['authorization']?.slice(7) ?? '',
    'correct horse',
    secret,
    'accesskey',
    project,
  ]) {
    expect(logs).not.toContain(hidden);
  }
  await server.stop();
}, 120_000);

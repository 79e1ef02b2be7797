import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { openDatabase } from '../../server/store/open.ts';
import { foundAndSignIn } from '../support/rest-client.ts';
import { startTestApp } from '../support/test-app.ts';

const run = promisify(execFile);

it('the commands of docs/API.md work as described, one after the other', async () => {
  const guide = readFileSync('docs/API.md', 'utf8');
  const commands = [...guide.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, text = '']) => text);
  expect(commands.length).toBe(8);
  const folder = mkdtempSync(join(tmpdir(), 'cairn-guide-'));
  const [, program = ''] = /```ts\n([\s\S]*?)```/.exec(guide) ?? [];
  writeFileSync(join(folder, 'report.ts'), program);
  const ownNode = `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`;
  const database = await openDatabase({ memory: true });
  const setup = await startTestApp(database);
  const ada = await foundAndSignIn(setup.app, 'ada@example.org', 'Highland Paths');
  const base = await setup.app.fastify.listen({ port: 0, host: '127.0.0.1' });
  const script = commands.map((text) => `${text}\necho`).join('\necho ----\n');
  const { stdout } = await run('bash', ['-euc', `${script}\n`], {
    cwd: folder,
    env: { ...process.env, PATH: ownNode, CAIRN: base },
  });
  expect(stdout.split('\n')).toContain('North: Everything north of the river');
  const answers = stdout
    .split('\n')
    .flatMap((line) => line.match(/\{.*\}/g) ?? [])
    .flatMap((line) => line.replaceAll('}{"status"', '}\n{"status"').split('\n'))
    .map((line): unknown => JSON.parse(line));
  expect(answers).toMatchObject([
    { status: 200, message: 'No Data Found', data: [] },
    { status: 200, data: { name: 'North', desc: 'Everything north of the river' } },
    { status: 200, data: { name: 'Order the pump', status: false } },
    { status: 200, data: [{ name: 'North' }] },
    { status: 200, data: { name: 'Store', desc: 'Pumps and pipes' } },
    { status: 200, data: { digest: 'weekly', reminders: true } },
    { status: 200, data: { digest: 'weekly', time_zone: 'Europe/Berlin' } },
    { status: 200, message: 'Signed out' },
  ]);
  const { data } = (await ada.get('workspace/list/')).body;
  const names = data.map(({ name }: { name: string }) => name);
  expect(names.toSorted()).toEqual(['North', 'Store']);
  await setup.close();
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PART_BYTES } from '../../../model/shared/file-limits.ts';
import { folderStorage } from '../../../server/files/folder-storage.ts';
import { s3Storage } from '../../../server/files/s3-storage.ts';
import { commandScanner, NotScanned } from '../../../server/files/scanner.ts';
import type { FileStorage } from '../../../server/files/storage.ts';
import { parseS3Url } from '../../../server/shared/s3-url.ts';
import { openDatabase } from '../../../server/store/open.ts';
import type { RestClient } from '../../support/rest-client.ts';
import { startS3Store } from '../../support/s3-store.ts';
import { startTestApp } from '../../support/test-app.ts';
import { bearer, fetchFile, photo, sendForm, upload } from '../support/files.ts';
import {
  foundTeam,
  freshId,
  hire,
  join as joinTeam,
  ok,
  pull,
  taskBody,
  type Team,
} from '../support/team.ts';

/**
 * A scanner: reads its input, notes how many bytes it was and the names in its environment, and answers by what it
 * read. With the file `down` in its folder it gives no verdict.
 */
const SCRIPT = `
import { existsSync, writeFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
const [folder] = process.argv.slice(2);
if (existsSync(folder + '/down')) {
  console.error('ERROR: Could not connect to clamd');
  process.exit(2);
}
const bytes = await buffer(process.stdin);
writeFileSync(folder + '/seen', bytes.length + ' ' + Object.keys(process.env).join());
if (bytes.includes('hang')) await new Promise((done) => setTimeout(done, 600_000));
if (bytes.includes('malware')) {
  console.log('stream: Test-Signature FOUND');
  process.exit(1);
}
`;

let folder = '';
const reasons: string[] = [];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-scanner-'));
  writeFileSync(join(folder, 'scan.mjs'), SCRIPT);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface ScannerInput {
  readonly command?: string;
  readonly timeoutMs?: number;
}

function scanner({ command, ...more }: ScannerInput = {}) {
  return commandScanner({
    command: command ?? `${process.execPath} ${join(folder, 'scan.mjs')} ${folder}`,
    report: (reason) => reasons.push(reason),
    ...more,
  });
}

function bytesOf(text: string): Readable {
  return Readable.from([Buffer.from(text)], { objectMode: false });
}

describe('a command that scans files', () => {
  it('[FILE-2.11] reads the file from its input, and gets nothing of the server’s environment', async () => {
    process.env['SMTP_URL'] = 'smtp://secret';
    expect(await scanner().scan(bytesOf('a clean list'))).toBeUndefined();
    delete process.env['SMTP_URL'];
    const seen = readFileSync(join(folder, 'seen'), 'utf8');
    expect(seen).toMatch(/^12 /);
    expect(seen).not.toContain('SMTP_URL');
  });

  it('[FILE-2.11] returns what was found', async () => {
    expect(await scanner().scan(bytesOf('with malware'))).toBe('stream: Test-Signature FOUND');
  });

  it.each([
    ['that does not exist', 'no-such-scanner', /no exit code.*ENOENT/],
    ['that fails', `${process.execPath} -e process.exit(2)`, /exit code 2/],
    ['that ends before it has read the file', `${process.execPath} -e process.exit(0)`, /before/],
  ])('[FILE-2.11] gives no verdict: one %s', async (_name, command, reason) => {
    reasons.length = 0;
    const large = Readable.from([Buffer.alloc(4_000_000)], { objectMode: false });
    await expect(scanner({ command }).scan(large)).rejects.toBeInstanceOf(NotScanned);
    expect(reasons).toEqual([expect.stringMatching(reason)]);
  });

  it('[FILE-2.11] is ended when it takes too long, and gives no verdict', async () => {
    reasons.length = 0;
    const slow = scanner({ timeoutMs: 1_500 });
    await expect(slow.scan(bytesOf('hang'))).rejects.toBeInstanceOf(NotScanned);
    expect(reasons).toEqual([expect.stringContaining('no verdict within')]);
  });

  it('[FILE-2.11] gives no verdict in its time about bytes that never end', async () => {
    async function* stalled(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('the beginning');
      await new Promise(() => undefined);
    }
    const slow = scanner({ timeoutMs: 1_500 });
    await expect(slow.scan(stalled())).rejects.toBeInstanceOf(NotScanned);
  });

  it('[FILE-2.11] gives no verdict about bytes that could not be read to their end', async () => {
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('the beginning');
      throw new Error('The store has failed');
    }
    await expect(scanner().scan(broken())).rejects.toThrow('The store has failed');
  });
});

interface Opened {
  readonly storage: FileStorage;
  readonly close: () => Promise<void>;
}

async function openFolder(): Promise<Opened> {
  const place = mkdtempSync(join(tmpdir(), 'cairn-scanned-'));
  const close = async () => rmSync(place, { recursive: true, force: true });
  return { storage: folderStorage(place), close };
}

async function openStore(): Promise<Opened> {
  const store = await startS3Store();
  return { storage: s3Storage(parseS3Url(store.url)), close: store.close };
}

describe.each([
  ['a folder', openFolder],
  ['an object store', openStore],
])('a server with a scanner and files in %s', (_name, open) => {
  const running: (() => Promise<void>)[] = [];
  const start = async (): Promise<Team> => {
    const { storage, close } = await open();
    const setup = await startTestApp(await openDatabase({ memory: true }), {
      fileStorage: storage,
      fileScanner: scanner(),
    });
    running.push(setup.close, close);
    return { setup, ...(await foundTeam(setup.app, 'ada@field.test', 'Field Work')) };
  };
  afterAll(async () => {
    for (const close of running) await close();
  });
  const newFile = ({ project }: Team, bytes: Buffer, name = 'list.txt') => ({
    id: freshId(),
    scope: `project:${project}`,
    name,
    bytes,
  });
  const statusOf = async (team: Team, person: RestClient, id: string) =>
    (await fetchFile(team, id, bearer(person))).status;
  const logOf = async ({ founder }: Team) =>
    ok(await founder.get('security-log/list/', { query: { group: 'files' } })).body.data;

  it('[FILE-2.11] stores clean files and images', async () => {
    const team = await start();
    const { founder } = team;
    const sent = newFile(team, Buffer.alloc(PART_BYTES + 700, 'cairn '));
    ok(await upload(team, founder, sent));
    const image = newFile(team, await photo(), 'photo.jpg');
    ok(await upload(team, founder, image));
    expect(await statusOf(team, founder, sent.id)).toBe(200);
    expect(await statusOf(team, founder, image.id)).toBe(200);
    expect(await logOf(team)).toEqual([]);
  });

  it('[FILE-2.11] refuses an upload with malware: nobody downloads it, and the security log has it', async () => {
    const team = await start();
    const member = await hire(team, 'bob@field.test');
    await joinTeam(team, member);
    const sent = newFile(team, Buffer.from('some malware here'), 'offer.txt');
    const reply = await upload(team, team.founder, sent);
    expect(reply).toMatchObject({ status: 400, body: { code: 'invalid' } });
    expect(reply.body.message).toContain('malware');
    expect(await statusOf(team, member, sent.id)).toBe(404);
    const { changes } = ok(await pull(member)).body;
    const change = changes.find((one: { readonly id: string }) => one.id === sent.id);
    expect(change.row.state).toBe('uploading');
    expect(await logOf(team)).toEqual([
      expect.objectContaining({
        kind: 'malware_found',
        subject: 'offer.txt',
        details: { found: 'stream: Test-Signature FOUND' },
      }),
    ]);
  });

  it('[FILE-2.11] refuses a form with malware and creates nothing', async () => {
    const team = await start();
    const task = taskBody(team, team.founder);
    const fields = {
      ...Object.fromEntries(Object.entries(task).map(([name, value]) => [name, String(value)])),
      document: { name: 'offer.txt', bytes: Buffer.from('some malware here') },
    };
    const reply = await sendForm(team, team.founder, { path: 'task/create/', fields });
    expect(reply.status).toBe(400);
    expect(reply.body.message).toContain('malware');
    const { data } = ok(await team.founder.get('task/get/list/')).body;
    expect(data).toEqual([]);
    expect(await logOf(team)).toHaveLength(1);
  });

  it('[FILE-2.11] keeps the parts while the scanner gives no verdict, and stores the file by the next completion', async () => {
    const team = await start();
    const { founder } = team;
    writeFileSync(join(folder, 'down'), '');
    const sent = newFile(team, Buffer.from('a clean list'));
    const reply = await upload(team, founder, sent);
    expect(reply.status).toBe(503);
    expect(reply.body).toMatchObject({ code: 'unavailable', details: { not_scanned: true } });
    expect(await statusOf(team, founder, sent.id)).toBe(404);
    const state = ok(await founder.get(`files/${sent.id}/parts/`)).body.data;
    expect(state).toMatchObject({ state: 'uploading', parts: [0] });
    rmSync(join(folder, 'down'));
    ok(await founder.post(`files/${sent.id}/complete/`));
    expect(await statusOf(team, founder, sent.id)).toBe(200);
  });
});

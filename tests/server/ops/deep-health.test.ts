import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { AppOptions } from '../../../server/http/services.ts';
import type { BackupStatus } from '../../../server/shared/operations.ts';
import { openDatabase } from '../../../server/store/open.ts';
import { forEachDatabase } from '../../support/for-each-database.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';

const TOKEN = 'a-token-of-the-operator';
const HOUR_MS = 3_600_000;

async function ask(setup: TestApp, authorization: string | undefined = `Bearer ${TOKEN}`) {
  const headers = authorization === '' ? {} : { authorization };
  const reply = await setup.app.fastify.inject({ url: '/healthz/deep', headers });
  return { status: reply.statusCode, text: reply.body, report: JSON.parse(reply.body) };
}

async function withApp<T>(options: Partial<AppOptions>, work: (setup: TestApp) => Promise<T>) {
  const database = await openDatabase({ memory: true });
  const setup = await startTestApp(database, { metricsToken: TOKEN, ...options });
  try {
    return await work(setup);
  } finally {
    await setup.close();
    await database.close();
  }
}

forEachDatabase('GET /healthz/deep', (open) => {
  it('reports each part with its state and figures', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'cairn-deep-'));
    const setup = await startTestApp(await open(), {
      metricsToken: TOKEN,
      operations: { folders: { data: folder }, backups: undefined },
    });
    // The bus of PostgreSQL connects after the start.
    await expect
      .poll(async () => {
        setup.clock.time += 6_000;
        return ask(setup);
      })
      .toMatchObject({
        status: 200,
        report: {
          database: { state: 'ok' },
          disk_data: {
            free_bytes: expect.any(Number),
            total_bytes: expect.any(Number),
          },
          backup: { state: 'ok', configured: false },
          mail: { state: 'ok', waiting: 0 },
          object_storage: { state: 'ok' },
          bus: { state: 'ok' },
        },
      });
    await setup.close();
    rmSync(folder, { recursive: true, force: true });
  });
});

describe('the deep health check', () => {
  it('does not exist without a token of the operator, and needs it', async () => {
    await withApp({ metricsToken: undefined }, async (setup) => {
      expect((await ask(setup)).status).toBe(404);
    });
    await withApp({}, async (setup) => {
      for (const given of ['', 'Bearer wrong', TOKEN]) {
        expect((await ask(setup, given)).status).toBe(401);
      }
    });
  });

  it('fails while one part fails, names the part, and repeats no error', async () => {
    const down = () => Promise.reject(new Error('https://KEY:SECRET@store'));
    const fileStorage = { write: down, read: down, remove: down, list: nothing };
    await withApp({ fileStorage }, async (setup) => {
      const { status, report, text } = await ask(setup);
      expect(status).toBe(503);
      expect(report).toMatchObject({ status: 'failed', object_storage: { state: 'failed' } });
      expect(text).not.toContain('SECRET');
    });
  });

  it('reports a lost bus', async () => {
    const real = await openDatabase({ memory: true });
    const check = () => Promise.reject(new Error('not connected'));
    const setup = await startTestApp(
      { ...real, bus: { ...real.bus, check } },
      { metricsToken: TOKEN },
    );
    expect(await ask(setup)).toMatchObject({ status: 503, report: { bus: { state: 'failed' } } });
    await setup.close();
    await real.close();
  });

  it('reports mails that nobody accepts', async () => {
    const mail = { send: () => Promise.reject(new Error('down')), close: () => undefined };
    await withApp({ mail }, async (setup) => {
      await setup.app.fastify.inject({
        method: 'POST',
        url: '/rest/api/user-organization-create/',
        payload: {
          display_name: 'Ada Field',
          email: 'ada@field.test',
          phone_number: '+44 20 7946 0000',
          organization: { name: 'Field Work' },
          password: 'correct horse battery',
        },
      });
      await setup.app.services.mailer.settle();
      setup.clock.time += 2 * HOUR_MS;
      const { status, report } = await ask(setup);
      expect(status).toBe(200);
      expect(report).toMatchObject({
        status: 'warning',
        mail: { state: 'warning', waiting: 1, oldest_ms: 2 * HOUR_MS },
      });
    });
  });

  it('judges the newest backup by its age, the last attempt and its files', async () => {
    const status: { -readonly [key in keyof BackupStatus]: BackupStatus[key] } = {
      folder: '/backups',
      intervalMs: 24 * HOUR_MS,
      since: 0,
      newest: undefined,
      kept: 0,
      failure: undefined,
      failures: 0,
    };
    const operations = { folders: {}, backups: () => status };
    await withApp({ operations }, async (setup) => {
      const state = async () => {
        setup.clock.time += 6_000;
        const { report } = await ask(setup);
        return report.backup.state;
      };
      const now = setup.clock.time;
      status.since = now;
      expect(await state()).toBe('ok');
      status.failure = { at: now, reason: 'No space left on device' };
      expect(await state()).toBe('warning');
      const newest = {
        at: now - 49 * HOUR_MS,
        verifiedAt: now - 49 * HOUR_MS,
        kind: 'sqlite',
        file: 'cairn-20260228T080000000Z.db',
        bytes: 1,
        migration: '0001-spine',
        rows: {},
        files: { count: 1, missing: 0 },
      } as const;
      status.newest = newest;
      expect(await state()).toBe('failed');
      status.failure = undefined;
      status.newest = { ...newest, at: now };
      expect(await state()).toBe('ok');
      status.newest = { ...newest, at: now, files: { count: 1, missing: 1 } };
      expect(await state()).toBe('warning');
    });
  });
});

// oxlint-disable-next-line eslint/require-yield -- there is nothing to list
async function* nothing() {
  return;
}

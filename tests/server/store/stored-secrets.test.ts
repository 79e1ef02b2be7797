import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TOTP } from 'otpauth';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSecretBox, keyIdOf, type SecretBox } from '../../../server/shared/secret-box.ts';
import type { Database } from '../../../server/store/database.ts';
import { openDatabase } from '../../../server/store/open.ts';
import { openSecrets } from '../../../server/store/open-secrets.ts';
import { SEALED_COLUMNS } from '../../../server/store/sealed-columns.ts';
import { keyFileOf, readKeyFile, replaceKeyFile } from '../../../server/store/secret-keys.ts';
import { sealStored } from '../../../server/store/stored-secrets.ts';
import { forEachDatabase } from '../../support/for-each-database.ts';
import { PASSWORD, restClient, signIn } from '../../support/rest-client.ts';
import { startTestApp } from '../../support/test-app.ts';
import { TEST_KEY } from '../../support/test-secrets.ts';
import { foundTeam, ok } from '../support/team.ts';

const random = (count: number) => new Uint8Array(randomBytes(count));
const TOTP_SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const ADA = 'ada@field.test';

let dataDir = '';
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'cairn-secrets-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const open = (database: Database, keys?: readonly Uint8Array[]) =>
  openSecrets({ dataDir, secretsKeys: keys }, database, random);

/** Every stored value that must be encrypted. */
async function stored(database: Database): Promise<readonly string[]> {
  const values: string[] = [];
  for (const { table, column } of SEALED_COLUMNS) {
    const rows = await database.read.all(
      `select "${column}" as value from "${table}" where "${column}" is not null`,
    );
    for (const { value } of rows) values.push(String(value));
  }
  return values;
}

/** As the builds before wrote them. */
async function plant(database: Database): Promise<void> {
  const { writer } = database;
  await writer.begin();
  await plantApp(database);
  await writer.run(
    `insert into sso_providers (org_id, issuer, client_id, client_secret, active, required, join_role, changed_at)
     values ('1', 'https://login.test', 'cairn', 'client-secret', 1, 0, null, 1)`,
  );
  await writer.run(
    `insert into webhooks (org_id, id, url, kinds, secret, former_secret, former_until, active, paused_until, created_by, created_at)
     values ('1', 'h', 'https://hook.test/', '[]', 'whsec_new', 'whsec_former', 9, 1, 0, '1', 1)`,
  );
  await writer.run(
    `insert into sealing_keys (user_id, public_key, private_key, created_at) values ('1', 'public', 'private', 1)`,
  );
  await writer.run(`insert into server_keys (name, value) values ('vapid', '{"privateKey":"p"}')`);
  await writer.commit();
}

async function plantApp({ writer }: Database): Promise<void> {
  await writer.run(
    `insert into totp_factors (user_id, secret, last_step, created_at, confirmed_at) values ('1', ?, -1, 1, 1)`,
    [TOTP_SECRET],
  );
}

forEachDatabase('secrets in the database', (openEmpty) => {
  it('are encrypted by the first start with what earlier builds have stored, and open under their rows', async () => {
    const database = await openEmpty();
    await plant(database);
    const box = await open(database);
    const values = await stored(database);
    expect(values).toHaveLength(7);
    expect(values.map(keyIdOf)).toEqual(values.map(() => box.keyId));
    const [totp = '', client = '', secret = '', former = '', sealing = ''] = values;
    expect(box.open(totp, ['totp_factors', '1'])).toBe(TOTP_SECRET);
    expect(box.open(client, ['sso_providers', '1'])).toBe('client-secret');
    expect(box.open(secret, ['webhooks', '1', 'h'])).toBe('whsec_new');
    expect(box.open(former, ['webhooks', '1', 'h'])).toBe('whsec_former');
    expect(box.open(sealing, ['sealing_keys', '1'])).toBe('private');
    if (process.platform !== 'win32') {
      expect((statSync(keyFileOf(dataDir)).mode & 0o777).toString(8)).toBe('600');
    }
    // A second start finds nothing to do.
    await open(database);
    expect(await stored(database)).toEqual(values);
  });

  it('signs in with an app whose secret an earlier build has stored', async () => {
    const database = await openEmpty();
    const first = await startTestApp(database);
    await foundTeam(first.app, ADA, 'Field Work');
    await first.close();
    await database.writer.begin();
    await plantApp(database);
    await database.writer.commit();
    await open(database, [TEST_KEY]);
    const setup = await startTestApp(database);
    const totp = new TOTP({ secret: TOTP_SECRET });
    expect((await signIn(restClient(setup.app), ADA)).body.code).toBe('factor_required');
    const code = totp.generate({ timestamp: setup.clock.time });
    ok(
      await restClient(setup.app).post('api/user-login/', { email: ADA, password: PASSWORD, code }),
    );
    await setup.close();
  });

  it('are encrypted anew under a new key, also after a kill in the middle', async () => {
    const database = await openEmpty();
    await plant(database);
    await open(database);
    const former = readKeyFile(dataDir) ?? [];
    const before = await stored(database);
    replaceKeyFile(dataDir, [random(32), ...former]);
    const box = createSecretBox(readKeyFile(dataDir) ?? [], random);
    // The process ends at the third secret: everything is as before, and the next start completes it.
    await expect(sealStored(database, endingAfter(box, 2))).rejects.toThrow('killed');
    expect(await stored(database)).toEqual(before);
    await open(database);
    const after = await stored(database);
    expect(after.map(keyIdOf)).toEqual(after.map(() => box.keyId));
    // No value needs the former key any more.
    await open(database, (readKeyFile(dataDir) ?? []).slice(0, 1));
  });

  it('stop the start without their key, which is neither replaced nor created', async () => {
    const database = await openEmpty();
    await plant(database);
    await open(database);
    const before = await stored(database);
    rmSync(keyFileOf(dataDir));
    await expect(open(database)).rejects.toThrow(/does not have.*SECRETS_KEY/s);
    expect(existsSync(keyFileOf(dataDir))).toBe(false);
    await expect(open(database, [random(32)])).rejects.toThrow(/does not have/);
    expect(await stored(database)).toEqual(before);
  });

  it('have one key for all processes, also when the database has no secret of a person yet', async () => {
    const database = await openEmpty();
    await open(database, [random(32)]);
    await expect(open(database, [random(32)])).rejects.toThrow(/does not have/);
  });

  it('that the calls of people store are never plain', async () => {
    const database = await openEmpty();
    const setup = await startTestApp(database);
    const { founder } = await foundTeam(setup.app, ADA, 'Field Work');
    const begun = ok(await founder.post('api/factor/totp/begin/', { password: PASSWORD }));
    const hook = ok(
      await founder.post('api/webhook/create/', { url: 'https://hook.test/', kinds: [] }),
    );
    const rotated = ok(await founder.post('api/webhook/rotate/', { id: hook.body.data.id }));
    ok(await founder.get('api/push/key/'));
    await setup.close();
    const values = await stored(database);
    expect(values.length).toBeGreaterThanOrEqual(5);
    for (const value of values) expect(keyIdOf(value)).toBeDefined();
    const text = values.join(' ');
    for (const secret of [
      begun.body.data.secret,
      hook.body.data.secret,
      rotated.body.data.secret,
    ]) {
      expect(secret.length).toBeGreaterThan(20);
      expect(text).not.toContain(secret);
    }
  });
});

describe('the command for the key [sqlite]', () => {
  it('rotates the key, and after its loss deletes what nobody can read', async () => {
    const database = await openDatabase({ dataDir });
    await plant(database);
    await open(database);
    await database.close();
    const former = readFileSync(keyFileOf(dataDir), 'utf8').trim();
    expect(command('rotate')).toMatchObject({ status: 0 });
    const keys = readFileSync(keyFileOf(dataDir), 'utf8').trim().split('\n');
    expect(keys).toHaveLength(2);
    expect(keys[1]).toBe(former);
    rmSync(keyFileOf(dataDir));
    const { status, stdout } = command('discard');
    expect({ status, stdout }).toMatchObject({ status: 0 });
    expect(stdout).toContain('1 rows of totp_factors');
    const again = await openDatabase({ dataDir });
    await open(again);
    // The note about the key alone.
    expect(await stored(again)).toHaveLength(1);
    await again.close();
  });
});

function command(task: string) {
  return spawnSync(process.execPath, ['server/ops/secrets.ts', task], {
    encoding: 'utf8',
    env: { ...process.env, DATABASE_URL: '', DATA_DIR: dataDir },
  });
}

function endingAfter(box: SecretBox, count: number): SecretBox {
  let left = count;
  return {
    ...box,
    seal: (plain, row) => {
      left -= 1;
      if (left < 0) throw new Error('killed');
      return box.seal(plain, row);
    },
  };
}

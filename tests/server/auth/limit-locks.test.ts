import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWriter } from '../../../server/writer/writer.ts';
import { LIMITS, type Writer } from '../../../server/writer/writer-types.ts';
import { AUTH_LIMITS, createThrottle } from '../../../server/auth/throttle.ts';
import type { Database } from '../../../server/store/database.ts';
import { openDatabase } from '../../../server/store/open.ts';
import { numberOf } from '../../../server/store/sql.ts';
import { type PgCluster, postgresPrograms, startPgCluster } from '../../support/pg-cluster.ts';
import { waitUntil } from '../../support/wait-until.ts';

/** A process: its connections, and every address whose limit its writes have used, in order. */
interface Process {
  readonly database: Database;
  readonly writer: Writer;
  readonly claimed: string[];
}

describe.skipIf(postgresPrograms() === undefined)('limits in two processes', () => {
  let cluster: PgCluster | undefined;
  beforeAll(async () => {
    cluster = await startPgCluster({ durable: false });
  });
  afterAll(async () => {
    await cluster?.stop();
  });

  const open = async (url: string): Promise<Process> => {
    const database = await openDatabase({ url });
    const writer = createWriter({
      database,
      now: () => 0,
      newEpoch: () => randomBytes(8).toString('hex'),
      report: () => undefined,
    });
    return { database, writer, claimed: [] };
  };

  /** One commit that uses the limits of these addresses, each in a write of its own. */
  const claimTogether = async (
    { writer, claimed }: Process,
    emails: readonly string[],
    pause: () => Promise<void>,
  ) => {
    const throttle = createThrottle(
      AUTH_LIMITS,
      () => 0,
      () => Promise.reject(new Error('unused')),
    );
    await writer.session([LIMITS], async (session) => {
      for (const email of emails) {
        await session.atomic(async (tx) => {
          tx.requireLimits();
          expect(await throttle.invitationTo(await tx.db(), email)).toBe(true);
          claimed.push(email);
        });
        await pause();
      }
    });
  };

  it('wait for one another before they lock anything, so that none is aborted', async () => {
    const url = (await cluster?.createDatabase()) ?? '';
    const [here, there] = [await open(url), await open(url)];
    const watch = await openDatabase({ url });
    const isWaiting = () =>
      watch.snapshot(async (sql) => {
        const [row] = await sql.all('select count(*) as n from pg_locks where not granted');
        return row !== undefined && numberOf(row, 'n') > 0;
      });
    // Continues when both hold their first lock, or when one waits for the other.
    const pause = () =>
      waitUntil(
        'both have begun, or one waits',
        async () => (here.claimed.length > 0 && there.claimed.length > 0) || (await isWaiting()),
        { withinMs: 20_000 },
      );
    await Promise.all([
      claimTogether(here, ['x@example.org', 'y@example.org'], pause),
      claimTogether(there, ['y@example.org', 'x@example.org'], pause),
    ]);
    expect(here.claimed).toEqual(['x@example.org', 'y@example.org']);
    expect(there.claimed).toEqual(['y@example.org', 'x@example.org']);
    for (const { writer, database } of [here, there]) {
      await writer.close();
      await database.close();
    }
    await watch.close();
  });
});

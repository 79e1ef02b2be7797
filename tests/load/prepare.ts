import { randomBytes } from 'node:crypto';
import { AUTH_LIMITS } from '../../server/auth/throttle.ts';
import { readConfig } from '../../server/shared/config.ts';
import { openDatabase } from '../../server/store/open.ts';
import { openSecrets } from '../../server/store/open-secrets.ts';
import { foundTeam, hire, join } from '../server/support/team.ts';
import { PASSWORD } from '../support/rest-client.ts';
import { startTestApp } from '../support/test-app.ts';
import type { Accounts } from './person.ts';

const MANY = { burst: 1_000_000, refillMs: 1 };

/**
 * Founds an organisation whose people are all on one board, in the database of the server: their invitations are
 * mails, which are read here and not sent. An embedded database must not be in use.
 */
export async function prepare(people: number): Promise<Accounts> {
  const config = readConfig(process.env);
  const { databaseUrl, dataDir } = config;
  const database = await openDatabase(
    databaseUrl === undefined ? { dataDir } : { url: databaseUrl },
  );
  // The server's own key, which it can read the accounts with.
  const secrets = await openSecrets(
    config,
    database,
    (count) => new Uint8Array(randomBytes(count)),
  );
  const setup = await startTestApp(database, {
    secrets,
    clock: { now: () => Date.now() },
    limits: {
      requestsPerMinute: 0,
      auth: {
        ...AUTH_LIMITS,
        perAddress: MANY,
        invitations: MANY,
        mailsPerAddress: MANY,
      },
    },
  });
  try {
    const domain = `${String(Date.now())}.load.example`;
    const founder = `person-0@${domain}`;
    const team = { setup, ...(await foundTeam(setup.app, founder, `Load ${domain}`)) };
    const emails = [founder];
    for (let index = 1; index < people; index += 1) {
      const email = `person-${String(index)}@${domain}`;
      await join(team, await hire(team, email));
      emails.push(email);
    }
    const { project, card, flag } = team;
    return { password: PASSWORD, project, card, flag, people: emails };
  } finally {
    await setup.close();
    await database.close();
  }
}

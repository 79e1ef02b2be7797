/** Rules for signing in: a demanded second factor, a new sign-in after days offline, and sessions of members. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { TOTP } from 'otpauth';
import {
  expectDownloaded,
  expectPill,
  fillSignIn,
  signIn,
  signInAgain,
  signInAgainBanner,
} from './support/app.ts';
import { addTask } from './support/board.ts';
import { boardAtServer, makeProject } from './support/organization.ts';
import { expectOk, type RestPeer } from './support/rest-peer.ts';
import { expect, test } from './support/scenario.ts';

const DAY = 24 * 60 * 60_000;

test('a demanded second factor is announced, then set up in place, and unsent work is sent afterwards', async ({
  newDevice,
  organization,
}) => {
  const { founder, addPerson } = organization;
  const ben = await addPerson('Ben Ridge', 'Manager');
  const project = await makeProject(founder, { cards: { 'To do': ['Bridge'] } });
  const office = (await newDevice()).page;
  const { page, network } = await newDevice();
  await signIn(page, ben.person);
  await expectDownloaded(page);

  await test.step('Level 1 sets one up first, and demands it of everybody', async () => {
    await signIn(office, founder.person, '/organization-info?tab=sign-on');
    const rules = office.getByRole('region', { name: 'Rules for signing in' });
    await expect(rules.getByText('Set one up for yourself first')).toBeVisible();
    const [code = ''] = await addAuthenticator(founder);
    await expect(signInAgainBanner(office)).toContainText('Your two-step sign-in was changed.');
    await signInAgain(office, founder.person);
    await office.getByRole('button', { name: 'Use a recovery code' }).click();
    await office.getByLabel('Recovery code', { exact: true }).fill(code);
    await office.getByLabel('Recovery code', { exact: true }).press('Enter');
    await expect(signInAgainBanner(office)).toHaveCount(0);
    await office.reload();
    await rules.getByLabel('Who needs a second factor').click();
    await office.getByRole('option', { name: 'Everybody' }).click();
    await rules.getByLabel('Days to set it up').fill('31');
    await rules.getByRole('button', { name: 'Save' }).click();
    await expect(rules.getByText('from 0 to 30')).toBeVisible();
    await rules.getByLabel('Days to set it up').fill('7');
    await rules.getByRole('button', { name: 'Save' }).click();
    await office.getByRole('button', { name: 'Demand it' }).click();
    await expect(rules.getByText('The rules for signing in are saved')).toBeVisible();
    await office.getByRole('tab', { name: 'Users' }).click();
    const row = office.getByRole('row', { name: /Ben Ridge/ });
    await expect(row.getByText('No second factor')).toBeVisible();
  });

  await test.step('a member reads until when, and may wait', async () => {
    await page.goto(project.path);
    await page.reload();
    await expect(
      page.getByText(/Set up a second factor until .+: your organisation/),
    ).toBeVisible();
    await expectPill(page, 'Up to date');
  });

  await test.step('after the grace period the server gives nothing, and the set-up is shown', async () => {
    network.cut();
    await addTask(page, 'To do', { name: 'Count the planks', assignee: 'Ada Field' });
    await expectOk(
      founder.post('api/sign-in-rules/update/', {
        factor_levels: 4,
        factor_grace_days: 0,
        offline_days: null,
      }),
    );
    network.heal();
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Set up a second factor' })).toBeVisible();
    await expect(page.getByText('1 change is safe on this device')).toBeVisible();
    await page.getByRole('button', { name: 'Go on with what is on this device' }).click();
    await expect(page.getByText('Count the planks')).toBeVisible();
    await expect(page.getByText('Nothing is sent or received')).toBeVisible();
    expect(await boardAtServer(founder, project.id)).toEqual([
      { card: 'To do', tasks: ['Bridge'] },
    ]);
  });

  await test.step('once it is set up, everything goes on', async () => {
    await page.getByRole('button', { name: 'Set up', exact: true }).click();
    await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
    await page.getByLabel('Your password').fill(ben.person.password);
    await page.getByRole('button', { name: 'Next' }).click();
    const secret = (await page.getByLabel('Secret').inputValue()).replaceAll(' ', '');
    await page.getByLabel('Code', { exact: true }).fill(new TOTP({ secret }).generate());
    await page.getByRole('button', { name: 'Turn on' }).click();
    const codes = page.getByRole('region', { name: 'Your recovery codes' });
    await expect(codes.getByRole('listitem')).toHaveCount(10);
    await codes.getByRole('button', { name: 'I have kept them' }).click();
    await expect(page.getByText('Nothing is sent or received')).toHaveCount(0);
    await expectPill(page, 'Up to date');
    expect(await boardAtServer(founder, project.id)).toEqual([
      { card: 'To do', tasks: ['Bridge', 'Count the planks'] },
    ]);
  });
});

test('somebody who is added later sets a second factor up before anything is downloaded', async ({
  newDevice,
  organization,
}) => {
  const { founder, addPerson } = organization;
  await addAuthenticator(founder);
  await expectOk(
    founder.post('api/sign-in-rules/update/', {
      factor_levels: 4,
      factor_grace_days: 30,
      offline_days: null,
    }),
  );
  const ben = await addPerson('Ben Ridge', 'Member');
  const { page } = await newDevice();
  await page.goto('/');
  await fillSignIn(page, ben.person);
  await expect(page.getByRole('heading', { name: 'Set up a second factor' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Go on with' })).toHaveCount(0);
});

test('a device that was offline for too long shows nothing until its person has signed in again', async ({
  newDevice,
  organization,
  server,
}) => {
  const { founder } = organization;
  const project = await makeProject(founder, { cards: { 'To do': ['Bridge'] } });
  await expectOk(
    founder.post('api/sign-in-rules/update/', {
      factor_levels: 0,
      factor_grace_days: 0,
      offline_days: 7,
    }),
  );
  const { page, network } = await newDevice();
  await signIn(page, founder.person);
  await page.goto(project.path);
  await expectPill(page, 'Up to date');
  network.cut();
  await addTask(page, 'To do', { name: 'Count the planks', assignee: 'Ada Field' });

  await test.step('within the days it opens', async () => {
    await page.clock.setSystemTime(Date.now() + 6 * DAY);
    await page.reload();
    await expect(page.getByText('Count the planks')).toBeVisible();
  });

  const notice = page.getByRole('region', { name: 'Sign in to open your organisation' });
  await test.step('a clock that was set back does not give the days back', async () => {
    await page.clock.setSystemTime(Date.now());
    await page.reload();
    await expect(page.getByText('Count the planks')).toBeVisible();
    await page.clock.setSystemTime(Date.now() + 2 * DAY);
    await page.reload();
    await expect(notice).toContainText('after 7 days without a connection');
    await expect(notice).toContainText('1 unsent change is kept on this device');
    await page.goto(project.path);
    await expect(notice).toBeVisible();
    await expect(page.getByText('Bridge')).toHaveCount(0);
  });

  await test.step('the server asks too, and the work is sent after the sign-in', async () => {
    unusedFor(server.dataDir, 8 * DAY);
    network.heal();
    await page.reload();
    await expect(notice).toBeVisible();
    await fillSignIn(page, founder.person);
    await expect(page.getByText('Count the planks')).toBeVisible();
    await expectPill(page, 'Up to date');
    expect(await boardAtServer(founder, project.id)).toEqual([
      { card: 'To do', tasks: ['Bridge', 'Count the planks'] },
    ]);
  });
});

test('Level 1 ends the session of a member, whose browser says why', async ({
  newDevice,
  organization,
}) => {
  const { founder, addPerson } = organization;
  const ben = await addPerson('Ben Ridge', 'Member');
  const { page } = await newDevice();
  await signIn(page, ben.person);
  await expectDownloaded(page);
  const office = (await newDevice()).page;
  await signIn(office, founder.person, '/organization-info');
  await office.getByRole('button', { name: 'Ben Ridge', exact: true }).click();
  const sessions = office.getByRole('region', { name: 'Where they are signed in' });
  const chrome = sessions.getByRole('listitem').filter({ hasText: 'Chrome' });
  await expect(chrome).toContainText('Network address 127.0.0.1');
  await chrome.getByRole('button', { name: 'End session' }).click();
  await office.getByRole('alertdialog').getByRole('button', { name: 'End session' }).click();
  await expect(chrome).toHaveCount(0);
  await expect(signInAgainBanner(page)).toContainText('Your organisation has ended this session');
});

/** Sets an authenticator app up for a person by REST; returns the recovery codes. */
async function addAuthenticator({ post, person }: RestPeer): Promise<readonly string[]> {
  const begun = await expectOk(post('api/factor/totp/begin/', { password: person.password }));
  const app = new TOTP({ secret: begun.body.data.secret });
  const confirmed = await expectOk(post('api/factor/totp/confirm/', { code: app.generate() }));
  return confirmed.body.data.recovery_codes;
}

/** Makes every session of the server one that was last used this long ago. */
function unusedFor(dataDir: string, milliseconds: number): void {
  const database = new DatabaseSync(join(dataDir, 'cairn.db'));
  database.exec('pragma busy_timeout = 5000');
  database.prepare('update sessions set used_at = used_at - ?').run(milliseconds);
  database.close();
}

/** Two-step sign-in: an authenticator app, recovery codes, and a session that ends with unsent work. */
import type { BrowserContext, Page } from '@playwright/test';
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
import { call, expectOk } from './support/rest-peer.ts';
import { expect, test } from './support/scenario.ts';
import { setUpApp, twoStep } from './support/two-step.ts';

const STEP_MS = 30_000;

test('a person sets up an authenticator app, and signs in with its code or with a recovery code', async ({
  newDevice,
  organization,
}) => {
  const { person } = organization.founder;
  const { page } = await newDevice();
  await signIn(page, person);
  await page.goto('/profilepage');
  const { app, codes } = await setUpApp(page, person.password);
  await page.reload();
  await expect(twoStep(page).getByText('10 left')).toBeVisible();

  const phone = (await newDevice()).page;
  await phone.goto('/');
  await fillSignIn(phone, person);
  await expect(phone.getByLabel('Code', { exact: true })).toBeFocused();
  await enterCode(phone, '000000');
  await expect(phone.getByRole('alert')).toHaveText(
    'The code is not right, or it was used already',
  );
  // The code of the set-up is used up; the one of the next step is accepted already.
  await enterCode(phone, app.generate({ timestamp: Date.now() + STEP_MS }));
  await expectDownloaded(phone);

  const other = (await newDevice()).page;
  await other.goto('/');
  await fillSignIn(other, person);
  await other.getByRole('button', { name: 'Use a recovery code' }).click();
  await enterCode(other, codes[0] ?? '', 'Recovery code');
  await expectDownloaded(other);
  await page.reload();
  await expect(twoStep(page).getByText('9 left')).toBeVisible();

  await twoStep(page).getByRole('button', { name: 'Remove the authenticator app' }).click();
  await twoStep(page).getByLabel('Your password').fill(person.password);
  await twoStep(page)
    .getByLabel('Code', { exact: true })
    .fill(codes[1] ?? '');
  await twoStep(page).getByRole('button', { name: 'Remove the authenticator app' }).click();
  await expect(twoStep(page).getByRole('status')).toHaveText('The authenticator app is removed');
  const third = (await newDevice()).page;
  await signIn(third, person);
});

test('an ended session asks for password and code in place, and unsent work is sent afterwards', async ({
  newDevice,
  organization,
  server,
}) => {
  const { founder, addPerson } = organization;
  const { person } = await addPerson('Ben Ridge', 'Manager');
  const project = await makeProject(founder, { cards: { 'To do': ['Bridge'] } });
  const { page, context, network } = await newDevice();
  await signIn(page, person);
  await page.goto('/profilepage');
  const { codes } = await setUpApp(page, person.password);
  await page.goto(project.path);
  await expectPill(page, 'Up to date');
  network.cut();
  await addTask(page, 'To do', { name: 'Count the planks', assignee: 'Ada Field' });
  await endSessionOf(context, server.url);
  network.heal();

  const banner = signInAgainBanner(page);
  await expect(banner).toContainText('1 change is safe on this device');
  await signInAgain(page, person);
  await banner.getByRole('button', { name: 'Use a recovery code' }).click();
  await enterCode(page, codes[0] ?? '', 'Recovery code');
  await expect(banner).toHaveCount(0);
  await expectPill(page, 'Up to date');
  expect(await boardAtServer(founder, project.id)).toEqual([
    { card: 'To do', tasks: ['Bridge', 'Count the planks'] },
  ]);
});

test('a device with unsent work proves the factor that was added elsewhere, and then sends the work', async ({
  newDevice,
  organization,
}) => {
  const { founder, addPerson } = organization;
  const { person } = await addPerson('Ben Ridge', 'Manager');
  const project = await makeProject(founder, { cards: { 'To do': ['Bridge'] } });
  const { page, network } = await newDevice();
  await signIn(page, person);
  await page.goto(project.path);
  await expectPill(page, 'Up to date');
  network.cut();
  await addTask(page, 'To do', { name: 'Count the planks', assignee: 'Ada Field' });
  const office = (await newDevice()).page;
  await signIn(office, person);
  await office.goto('/profilepage');
  const { codes } = await setUpApp(office, person.password);
  network.heal();

  const banner = signInAgainBanner(page);
  await expect(banner).toContainText('Your two-step sign-in was changed.');
  await expect(banner).toContainText('1 change is safe on this device');
  await expect(page.getByText('Count the planks')).toBeVisible();
  expect(await boardAtServer(founder, project.id)).toEqual([{ card: 'To do', tasks: ['Bridge'] }]);
  await signInAgain(page, person);
  await banner.getByRole('button', { name: 'Use a recovery code' }).click();
  await enterCode(page, codes[0] ?? '', 'Recovery code');
  await expect(banner).toHaveCount(0);
  await expectPill(page, 'Up to date');
  expect(await boardAtServer(founder, project.id)).toEqual([
    { card: 'To do', tasks: ['Bridge', 'Count the planks'] },
  ]);
  // The device with which the factor was added goes on.
  await expectPill(office, 'Up to date');
});

async function enterCode(page: Page, code: string, label = 'Code'): Promise<void> {
  const field = page.getByLabel(label, { exact: true });
  await field.fill(code);
  await field.press('Enter');
}

/** Ends the session of a browser as its owner would from another device. */
async function endSessionOf(context: BrowserContext, url: string): Promise<void> {
  const cookies = await context.cookies();
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  // The call below answers the same for a cookie of no session.
  await expectOk(call(url, { method: 'POST', path: 'api/session/token/', body: {}, cookie }));
  await expectOk(call(url, { method: 'POST', path: 'api/logout/', body: {}, cookie }));
}

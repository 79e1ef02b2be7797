/** Erasure of an organisation: its plan, the banner, its cancellation, and what is left on a device afterwards. */
import { openDatabase } from '../../server/store/open.ts';
import { startServer } from '../support/start-server.ts';
import { expectPill, signIn, writeNote } from './support/app.ts';
import { foundOrganization } from './support/organization.ts';
import { expect, test } from './support/scenario.ts';
import { storedData } from './support/stored-data.ts';

const LONG_AGO = '2020-01-01T00:00:00Z';

test('Level 1 plans the erasure of the organisation, everybody sees it, and it is cancelled', async ({
  browser,
}, info) => {
  const server = await startServer();
  const organization = await foundOrganization(server, 'Ada Field');
  const member = await organization.addPerson('Max Hill', 'Member');
  const page = await browser.newPage({ baseURL: server.url });
  const theirs = await browser.newPage({ baseURL: server.url });
  try {
    await signIn(theirs, member.person);
    await signIn(page, organization.founder.person, '/organization-info?tab=archive');
    const section = page.getByRole('region', { name: 'Erasure of the organisation' });
    const erase = section.getByRole('button', { name: 'Erase the organisation in 30 days' });
    await section.getByLabel('Name of the organisation').fill('Another one');
    await section.getByLabel('Your password').fill(organization.founder.person.password);
    await erase.click();
    await expect(section).toContainText('This is not the name of the organisation');
    await erase.scrollIntoViewIfNeeded();
    await page.screenshot({ path: info.outputPath('refused.png') });
    await section.getByLabel('Name of the organisation').fill(organization.name);
    await erase.click();
    await expect(section).toContainText(`${organization.name} will be erased for everybody on`);
    const banner = `${organization.name} will be erased for everybody on`;
    await expect(theirs.getByText(banner)).toContainText('Every Level 1 can cancel it');
    await expect(page.getByRole('link', { name: 'Cancel or export…' })).toBeVisible();
    for (const [name, width] of [
      ['wide', 1440],
      ['phone', 390],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await section.scrollIntoViewIfNeeded();
      await page.screenshot({ path: info.outputPath(`planned-${name}.png`) });
      await theirs.setViewportSize({ width, height: 900 });
      await theirs.screenshot({ path: info.outputPath(`member-${name}.png`) });
    }
    await section.getByRole('button', { name: 'Keep the organisation' }).click();
    await expect(erase).toBeVisible();
    await expect(theirs.getByText(banner)).toHaveCount(0);
  } finally {
    await page.close();
    await theirs.close();
    await server.stop();
  }
});

test('[CLIENT-10] after the erasure a device has nothing of the organisation but the unsent text of its person', async ({
  browser,
}, info) => {
  const server = await startServer();
  const organization = await foundOrganization(server, 'Ada Field');
  const page = await browser.newPage({ baseURL: server.url });
  try {
    await signIn(page, organization.founder.person, '/notes-view');
    await expectPill(page, 'Up to date');
    await server.terminate();
    await writeNote(page, { title: 'Ridge', text: 'The ladder is loose', newTag: 'Safety' });
    // The 30 days have passed.
    const database = await openDatabase({ dataDir: server.dataDir });
    await database.writer.run('update organizations set erase_at = ?', [LONG_AGO]);
    await database.close();
    await server.start();
    const notice = page.getByRole('region', { name: 'Data removed from this device' });
    await expect(notice).toContainText('has been erased for everybody', { timeout: 30_000 });
    await expect(notice).toContainText('2 changes had not been sent');
    await expect
      .poll(async () => Object.keys((await storedData(page)).rows))
      .toEqual(['cairn-device/departures']);
    await notice.getByRole('button', { name: 'Show the text' }).click();
    await expect(notice.getByRole('list')).toContainText('The ladder is loose');
    await page.screenshot({ path: info.outputPath('erased.png') });
    expect(server.logs()).toContain('an organisation was erased for good');
  } finally {
    await page.close();
    await server.stop();
  }
});

/** The language of the texts: that of the browser, or the one chosen in the profile. */
import { controlled, expectPill } from './support/app.ts';
import { column } from './support/board.ts';
import { linkFor } from './support/mailbox.ts';
import { makeProject } from './support/organization.ts';
import { expect, test } from './support/scenario.ts';

test('a German browser shows German from the sign-in on, offline too; English can be chosen', async ({
  newDevice,
  organization: { founder },
  server,
}) => {
  const project = await makeProject(founder, { cards: { Offen: ['Seil'] } });
  const { page, network } = await newDevice({ locale: 'de-DE' });

  await test.step('sign-in', async () => {
    await page.goto(project.path);
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
    await page.getByLabel('E-Mail').fill(founder.person.email);
    await page.getByLabel('Passwort', { exact: true }).fill(founder.person.password);
    await page.getByRole('button', { name: 'Anmelden' }).click();
    const pill = page.getByRole('link', { name: /Nicht gesendete Änderungen öffnen$/ });
    await expect(pill).toContainText('Aktuell', { timeout: 30_000 });
    await controlled(page);
  });

  const { email } = founder.person;
  const askForPassword = async () => {
    await page.request.post('/rest/api/password-reset/request/', { data: { email } });
  };
  await test.step('mails are German from now on', async () => {
    await askForPassword();
    await linkFor(server.dataDir, email, /Der Link funktioniert einmal/);
  });

  const tiles = page.getByRole('region', { name: /^Offen, \d+ Aufgaben?$/ }).getByRole('article');
  await test.step('a task typed offline, with a date in German', async () => {
    network.cut();
    await page.reload();
    await page.getByRole('button', { name: 'Aufgabe zu Offen hinzufügen' }).click();
    const field = page.getByLabel('Name der Aufgabe für Offen');
    await field.fill('Haken prüfen bis morgen');
    await field.press('Enter');
    await expect(tiles.last()).toContainText('Haken prüfen');
    await expect(tiles.last()).toContainText('Morgen');
    await page.reload();
    await expect(tiles.last()).toContainText('Morgen');
  });

  await test.step('English is chosen without a network, and stays', async () => {
    await page.goto('/profilepage');
    await page.getByRole('radio', { name: 'English' }).check();
    await expect(page.getByRole('group', { name: 'Language' })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await page.goto(project.path);
    await expect(column(page, 'Offen').getByRole('article').last()).toContainText('Tomorrow');
    network.heal();
    await expectPill(page, 'Up to date');
    await askForPassword();
    await linkFor(server.dataDir, email, /The link works once/);
  });
});

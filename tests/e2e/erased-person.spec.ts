/** The name of a person who was erased, in the language of each reader. */
import { openDatabase } from '../../server/store/open.ts';
import { startServer } from '../support/start-server.ts';
import { openTask } from './support/board.ts';
import { addMember, foundOrganization, makeProject } from './support/organization.ts';
import { expectOk } from './support/rest-peer.ts';
import { expect, test } from './support/scenario.ts';

test('an erased person has a name in the language of the reader, in comments, lists and the palette', async ({
  browser,
}, info) => {
  const server = await startServer();
  const organization = await foundOrganization(server, 'Ada Field');
  const { founder } = organization;
  const max = await organization.addPerson('Max Hill', 'Member');
  const project = await makeProject(founder, { cards: { 'To do': ['Dig a well'] } });
  const task = project.tasks['Dig a well'];
  await addMember(founder, project.id, max.person);
  await expectOk(max.post('comment/create/', { task, comment: 'Rope is ready' }));
  const number = max.person.orgUserId;
  await expectOk(founder.patch(`organization-user/update/${number}/`, { active: false }));
  const form = { organization_user: Number(number), password: founder.person.password };
  await expectOk(founder.post('api/erasure/plan/', form));
  await server.terminate();
  // The 30 days have passed.
  const database = await openDatabase({ dataDir: server.dataDir });
  await database.writer.run('update person_erasures set erase_at = 1');
  await database.close();
  await server.start();
  try {
    for (const [locale, name, labels] of [
      ['de-DE', `Gelöschte Person ${number}`, { email: 'E-Mail', sign: 'Anmelden' }],
      ['en-GB', `Deleted person ${number}`, { email: 'Email', sign: 'Sign in' }],
    ] as const) {
      const page = await browser.newPage({ baseURL: server.url, locale });
      await page.goto('/');
      await page.locator('input[type="email"]').fill(founder.person.email);
      await page.locator('input[type="password"]').fill(founder.person.password);
      await page.getByRole('button', { name: labels.sign, exact: true }).click();
      await page.waitForURL('**/home-view');
      await page.goto(project.path);
      await openTask(page, 'Dig a well');
      await expect(page.getByText('Rope is ready')).toBeVisible();
      await expect(page.getByText(name).first()).toBeVisible();
      await page.screenshot({ path: info.outputPath(`task-${locale}.png`) });
      await page.goto('/organization-info?state=deactivated');
      await expect(page.getByRole('row').filter({ hasText: name })).toBeVisible();
      await page.screenshot({ path: info.outputPath(`people-${locale}.png`) });
      await page.keyboard.press('ControlOrMeta+k');
      await page.keyboard.type('Rope is ready');
      await expect(page.getByRole('option', { name: /Rope is ready/ })).toContainText(name);
      await page.screenshot({ path: info.outputPath(`palette-${locale}.png`) });
      const other = locale === 'de-DE' ? 'Deleted person' : 'Gelöschte Person';
      await expect(page.getByText(other)).toHaveCount(0);
      await page.close();
    }
  } finally {
    await server.stop();
  }
});

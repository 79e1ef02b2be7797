/** Tabs in the header of a project. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { load, open } from './support/app.tsx';
import { createOrganization } from './support/organization.ts';
import { expectUrl, see, step } from './support/screen.ts';

test('the tab of the screen is current whatever else its address contains', async () => {
  const organization = await createOrganization();
  const project = await organization.makeProject({ cards: { 'To do': ['Rope'] } });
  await open(organization, project.path);
  const dashboard = project.path.replace('/workspace/', '/project-dashboard/');
  const cases = [
    ['', 'Board'],
    ['?q=Rope', 'Board'],
    ['?panel=todo', 'Board'],
    ['?by=end', 'Board'],
    ['?view=list', 'List'],
    ['?view=list&by=end', 'List'],
    ['?view=calendar&month=2031-01', 'Calendar'],
  ] as const;
  for (const [search, tab] of cases) {
    await step(search, async () => {
      await load(`${project.path}${search}`);
      await expectCurrent(tab);
    });
  }
  for (const [search, tab] of [
    ['', 'Dashboard'],
    ['?tab=dashboard', 'Dashboard'],
    ['?tab=overview', 'Dashboard'],
    ['?tab=list&sort=name', 'Dashboard'],
    ['?tab=files', 'Files'],
  ] as const) {
    await step(`dashboard ${search}`, async () => {
      await load(`${dashboard}${search}`);
      await expectCurrent(tab);
    });
  }
  await step('clicked', async () => {
    await tabs().getByRole('link', { name: 'List', exact: true }).click();
    await expectUrl(/view=list/);
    await expectCurrent('List');
    await tabs().getByRole('link', { name: 'Board', exact: true }).click();
    await see(page.getByRole('region', { name: 'Board', exact: true }));
    await expectCurrent('Board');
  });
});

const tabs = () => page.getByRole('navigation', { name: 'Project', exact: true });

async function expectCurrent(tab: string): Promise<void> {
  await see(tabs());
  await expect
    .poll(() =>
      [...(tabs().query()?.querySelectorAll('[aria-current="page"]') ?? [])].map((link) =>
        link.getAttribute('aria-label'),
      ),
    )
    .toEqual([tab]);
}

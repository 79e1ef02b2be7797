/** Screens that people print. */
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { load, open } from './support/app.tsx';
import { createOrganization } from './support/organization.ts';
import { button, expectUrl, gone, media, press, see } from './support/screen.ts';

test('a report is printed in the light scheme, whatever the screen shows', async () => {
  await media({ colorScheme: 'dark' });
  onTestFinished(() => media({ colorScheme: 'light' }));
  const organization = await createOrganization();
  const { path } = await organization.makeProject({ cards: { 'To do': ['Rope'] } });
  await open(organization, `${path.replace('/workspace/', '/project-dashboard/')}?report=all`);
  await see(button('Print'));
  const scheme = () => getComputedStyle(document.documentElement).colorScheme;
  expect(scheme()).toBe('dark');
  window.dispatchEvent(new Event('beforeprint'));
  expect(scheme()).toBe('light');
  window.dispatchEvent(new Event('afterprint'));
  expect(scheme()).toBe('dark');
});

test('the days of a report are in the address: a reload and a shared link show the same report', async () => {
  const organization = await createOrganization();
  const { path } = await organization.makeProject({ cards: { 'To do': ['Rope'] } });
  const report = `${path.replace('/workspace/', '/project-dashboard/')}?report=all`;
  const from = page.getByLabelText('From', { exact: true });
  const to = page.getByLabelText('To', { exact: true });
  await open(organization, report);
  await from.fill('2026-11-01');
  await press('Tab', from);
  await expectUrl(/\?report=all&from=2026-11-01$/);
  await to.fill('2026-11-10');
  await press('Tab', to);
  await expectUrl(/\?report=all&from=2026-11-01&to=2026-11-10$/);
  await load(`${report}&from=2026-11-01&to=2026-11-10`);
  await see(page.getByText('1 Nov 2026 to 10 Nov 2026'));
  await expect.element(from).toHaveValue('1 Nov 2026');
  await expect.element(to).toHaveValue('10 Nov 2026');
  await from.fill('');
  await expectUrl(/\?report=all&to=2026-11-10$/);
  await load(`${report}&from=2026-02-30`);
  await see(button('Print'));
  await expect.element(from).toHaveValue('');
  await gone(page.getByText(/^From /));
});

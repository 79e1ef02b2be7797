/** Screens that people print. */
import { expect, onTestFinished, test } from 'vitest';
import { open } from './support/app.tsx';
import { createOrganization } from './support/organization.ts';
import { button, media, see } from './support/screen.ts';

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

/** The month of a board. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { load, open } from './support/app.tsx';
import { createOrganization } from './support/organization.ts';
import { boxOf, see } from './support/screen.ts';

test('a task on its day shows its priority by a letter as well as by colour', async () => {
  const organization = await createOrganization();
  const project = await organization.makeProject({ cards: { 'To do': [] } });
  const card = project.cards['To do'] ?? '';
  const task = { project: project.id, card, name: 'Rope', end_date: '2031-01-14' };
  await organization.makeTask(task);
  await open(organization, project.path);
  await load(`${project.path}?view=calendar&month=2031-01`);
  const chip = page.getByRole('button', { name: /^Rope ?, Medium$/ });
  await see(chip);
  const mark = chip.getByText('M', { exact: true });
  await see(mark);
  const [outer, inner] = await Promise.all([boxOf(chip), boxOf(chip.css('[data-tip]'))]);
  expect(outer.height).toBe(22);
  expect(inner.y - outer.y).toBe(outer.y + outer.height - inner.y - inner.height);
  expect(inner.x - outer.x).toBe(inner.y - outer.y);
});

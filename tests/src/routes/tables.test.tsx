/** Long tables: only the visible rows are in the page, headers sort and stay visible. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { teamCreate } from '../../../model/mutations/team/team-create.ts';
import { open } from './support/app.tsx';
import { createOrganization, freshId } from './support/organization.ts';
import { gone, mouse, step } from './support/screen.ts';

const TEAMS = 120;

test('a list of 120 teams has only the visible rows in the page and sorts by its headers', async () => {
  const organization = await createOrganization();
  const names = Array.from({ length: TEAMS }, (_, index) => `Team ${index + 1}`);
  for (const name of names) {
    const members = name === 'Team 7' ? [organization.founder.orgUserId] : [];
    await organization.apply(teamCreate, { id: freshId(), name, members });
  }
  await open(organization, '/organization-info?tab=team');
  const table = page.getByRole('table', { name: 'Teams' });
  const rows = table.css('tbody').getByRole('row');
  const header = (name: string) => table.getByRole('columnheader', { name });

  await step('numbers in names are in numeric order; the table exposes its row count', async () => {
    await expect.element(table).toHaveAttribute('aria-rowcount', String(TEAMS + 1));
    await expect.element(rows.first()).toMatchTextContent('Team 1');
    await expect.element(rows.nth(9)).toMatchTextContent('Team 10');
    expect(rows.elements().length).toBeLessThan(60);
    await expect.element(header('Name')).toHaveAttribute('aria-sort', 'ascending');
  });

  await step('the last row is added to the page on scrolling to it; the header stays', async () => {
    await rows.first().hover();
    await mouse({ do: 'wheel', y: 20_000 });
    await expect.element(table.getByText('Team 120')).toBeInViewport();
    await gone(table.getByText('Team 1', { exact: true }));
    await expect.element(header('Name')).toBeInViewport();
  });

  await step('a header reverses its order, another one replaces it', async () => {
    await header('Name').getByRole('button').click();
    await expect.element(header('Name')).toHaveAttribute('aria-sort', 'descending');
    await mouse({ do: 'wheel', y: -20_000 });
    await expect.element(rows.first()).toMatchTextContent('Team 120');
    await header('Members').getByRole('button').click();
    await header('Members').getByRole('button').click();
    await expect.element(header('Members')).toHaveAttribute('aria-sort', 'descending');
    await expect.element(rows.first()).toMatchTextContent('Team 7');
  });
});

/** Long tables: only the visible rows are in the page, headers sort and stay visible. */
import { signIn } from './support/app.ts';
import { expectOk } from './support/rest-peer.ts';
import { expect, test } from './support/scenario.ts';

const TEAMS = 120;

test('a list of 120 teams has only the visible rows in the page and sorts by its headers', async ({
  newDevice,
  organization,
}) => {
  const { founder } = organization;
  const names = Array.from({ length: TEAMS }, (_, index) => `Team ${index + 1}`);
  await Promise.all(
    names.map((name) =>
      expectOk(
        founder.post('team/create/', {
          name,
          members: name === 'Team 7' ? [Number(founder.person.orgUserId)] : [],
        }),
      ),
    ),
  );
  const { page } = await newDevice();
  await signIn(page, founder.person, '/organization-info?tab=team');
  const table = page.getByRole('table', { name: 'Teams' });
  const rows = table.locator('tbody').getByRole('row');
  const header = (name: string) => table.getByRole('columnheader', { name });

  await test.step('numbers in names are in numeric order; the table exposes its row count', async () => {
    await expect(table).toHaveAttribute('aria-rowcount', String(TEAMS + 1));
    await expect(rows.first()).toContainText('Team 1');
    await expect(rows.nth(9)).toContainText('Team 10');
    expect(await rows.count()).toBeLessThan(60);
    await expect(header('Name')).toHaveAttribute('aria-sort', 'ascending');
  });

  await test.step('the last row is added to the page on scrolling to it; the header stays', async () => {
    await rows.first().hover();
    await page.mouse.wheel(0, 20_000);
    await expect(table.getByText('Team 120')).toBeInViewport();
    await expect(table.getByText('Team 1', { exact: true })).toHaveCount(0);
    await expect(header('Name')).toBeInViewport();
  });

  await test.step('a header reverses its order, another one replaces it', async () => {
    await header('Name').getByRole('button').click();
    await expect(header('Name')).toHaveAttribute('aria-sort', 'descending');
    await page.mouse.wheel(0, -20_000);
    await expect(rows.first()).toContainText('Team 120');
    await header('Members').getByRole('button').click();
    await header('Members').getByRole('button').click();
    await expect(header('Members')).toHaveAttribute('aria-sort', 'descending');
    await expect(rows.first()).toContainText('Team 7');
  });
});

import { expect, type Page } from '@playwright/test';

/** The page of the provider; a browser that has signed in there before is sent back at once. */
export async function atProvider(page: Page, email: string, button: string): Promise<void> {
  const field = page.getByLabel('Address', { exact: true });
  await expect(
    field.or(page.getByRole('link', { name: /Open unsent changes$/ })).first(),
  ).toBeVisible();
  if (!(await field.isVisible())) return;
  await field.fill(email);
  await page.getByRole('button', { name: button }).click();
}

import { expect, type Page } from '@playwright/test';
import { TOTP } from 'otpauth';

/** The section of the profile page. */
export function twoStep(page: Page) {
  return page.getByRole('region', { name: 'Two-step sign-in' });
}

/** Sets an authenticator app up on the profile page; returns the app and the recovery codes. */
export async function setUpApp(page: Page, password: string) {
  const form = twoStep(page);
  await form.getByRole('button', { name: 'Set up an authenticator app' }).click();
  await form.getByLabel('Your password').fill(password);
  await form.getByRole('button', { name: 'Next' }).click();
  await expect(form.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
  const secret = (await form.getByLabel('Secret').inputValue()).replaceAll(' ', '');
  const app = new TOTP({ secret });
  await form.getByLabel('Code', { exact: true }).fill('000000');
  await form.getByRole('button', { name: 'Turn on' }).click();
  await expect(form.getByRole('alert')).toContainText('The code is not right');
  await form.getByLabel('Code', { exact: true }).fill(app.generate());
  await form.getByRole('button', { name: 'Turn on' }).click();
  const shown = page.getByRole('region', { name: 'Your recovery codes' });
  await expect(shown.getByRole('listitem')).toHaveCount(10);
  const codes = await shown.getByRole('listitem').allInnerTexts();
  await shown.getByRole('button', { name: 'I have kept them' }).click();
  return { app, codes };
}

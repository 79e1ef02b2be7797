/** Marks of rows with unsent work: where they appear, and that nothing moves for them. */
import { expect, test } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { open } from './support/app.tsx';
import { column } from './support/board.ts';
import { createOrganization } from './support/organization.ts';
import { boxOf, button, field, gone, press, see, step } from './support/screen.ts';

const NOT_SENT = 'Saved on this device, not sent yet';
const REFUSED = 'Needs attention: the server did not accept this';

test('a card that was renamed, added or rejected has a mark in its header, and nothing moves', async () => {
  const organization = await createOrganization();
  const project = await organization.makeProject({ cards: { 'To do': ['Rope'], Later: [] } });
  const device = await open(organization, project.path);
  const header = (card: string) => column(card).css('header');
  const rename = async (from: string, to: string) => {
    await column(from)
      .getByRole('button', { name: `Rename ${from}` })
      .click();
    await page.getByLabelText('Card name').fill(to);
    await press('Enter');
  };
  await see(header('To do'));
  await expectMark(header('To do'), 'none');

  await step('renamed', async () => {
    const menu = button('Actions for card To do');
    const before = await Promise.all([menu, column('To do').css('h2')].map(boxOf));
    await rename('To do', 'To du');
    await see(header('To du').getByText(NOT_SENT));
    const moved = await boxOf(button('Actions for card To du'));
    expect(moved).toEqual(before[0]);
    const title = await boxOf(column('To du').css('h2'));
    expect([title.x, title.y, title.height]).toEqual([
      before[1]?.x,
      before[1]?.y,
      before[1]?.height,
    ]);
    await expectMark(header('Later'), 'none');
  });

  await step('rejected', async () => {
    await device.reject('card-rename');
    await see(header('To do').getByText(REFUSED));
    await expectMark(header('Later'), 'none');
  });

  await step('added', async () => {
    await button('Add Card').click();
    await field('Card name').fill('New');
    await press('Enter');
    await see(header('New').getByText(NOT_SENT));
  });
});

test('each section of the profile has the mark of its own fields', async () => {
  const organization = await createOrganization();
  const device = await open(organization, '/profilepage');
  const section = (name: string) => page.getByRole('region', { name, exact: true });
  const you = section('About you');
  const receipts = section('Receipts');
  const setting = receipts.getByRole('switch');
  await see(setting);

  await step('a name', async () => {
    await field('Full Name').fill('Ada Lowland');
    await button('Save', you).click();
    await see(you.getByText(NOT_SENT));
    await gone(receipts.getByText(NOT_SENT));
  });

  await step('a setting besides', async () => {
    await press('Space', setting);
    await see(receipts.getByText(NOT_SENT));
    await see(you.getByText(NOT_SENT));
  });

  await step('rejected, and a setting again', async () => {
    await device.reject('profile-edit');
    await see(receipts.getByText(REFUSED));
    await device.settleRejected();
    await gone(receipts.getByText(REFUSED));
    await press('Space', setting);
    await see(receipts.getByText(NOT_SENT));
    await gone(you.getByText(NOT_SENT));
    await gone(you.getByText(REFUSED));
  });
});

async function expectMark(within: Locator, mark: string): Promise<void> {
  await expect.element(within.css('[data-mark]')).toHaveAttribute('data-mark', mark);
}

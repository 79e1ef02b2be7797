/** A form that is saving sends once, keeps text and files entered meanwhile, and can fail. */
import { expectPill, signIn } from './support/app.ts';
import { deferWrites } from './support/deferred-writes.ts';
import { expect, test } from './support/scenario.ts';

test('a form that is saving accepts no text, and a failed one can be sent again', async ({
  newDevice,
  organization,
}) => {
  const { page } = await newDevice();
  await signIn(page, organization.founder.person, '/home-view?panel=add-workspace');
  const form = page.getByRole('dialog', { name: "Let's build a Workspace" });
  const name = form.getByRole('textbox', { name: 'Name', exact: true });
  const description = form.getByLabel('Description');

  await test.step('a fault', async () => {
    await name.fill('Ridge');
    await page.evaluate(() => {
      const random = crypto.getRandomValues.bind(crypto);
      crypto.getRandomValues = () => {
        crypto.getRandomValues = random;
        throw new Error('No dice');
      };
    });
    const fault = page.waitForEvent('pageerror');
    await name.press('Enter');
    expect((await fault).message).toBe('No dice');
    await expect(name).toBeFocused();
    await expect(name).not.toHaveAttribute('readonly');
    await page.keyboard.type(' trail');
    await expect(name).toHaveValue('Ridge trail');
  });

  const question = page.getByRole('alertdialog', { name: 'Discard what you typed?' });
  await test.step('a rejection, after the person has tried to close the form', async () => {
    await form
      .getByLabel('Image')
      .first()
      .setInputFiles(file('empty.png', '', 'image/png'));
    const release = await deferWrites(page);
    await name.press('Enter');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await release();
    await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click();
    await question.getByRole('button', { name: 'Keep writing' }).click();
    await expect(question).toHaveCount(0);
    await expect(name).toBeFocused();
    await form.getByRole('button', { name: 'Remove empty.png' }).click();
    await expect(form.getByRole('button', { name: 'Choose image' })).toBeVisible();
  });

  await test.step('slow', async () => {
    const release = await deferWrites(page);
    await name.press('Enter');
    await name.press('Enter');
    await page.keyboard.type(' and more');
    await expect(name).toHaveValue('Ridge trail');
    await expect(name).toBeFocused();
    await description.press('x');
    await expect(description).toHaveValue('');
    await form
      .getByLabel('Image')
      .first()
      .setInputFiles(file('map.png', 'North', 'image/png'));
    await expect(form.getByRole('button', { name: 'Remove map.png' })).toHaveCount(0);
    await form.getByRole('button', { name: 'Cancel' }).click();
    await page.keyboard.press('Escape');
    await expect(question).toHaveCount(0);
    await release();
    await expect(form).toHaveCount(0);
    await expect(question).toHaveCount(0);
  });
  const listed = async () => (await organization.founder.get('workspace/list/')).body.data;
  // The pill may show the state before the write for a moment after the form has closed.
  await expect.poll(listed).not.toEqual([]);
  await expectPill(page, 'Up to date');
  expect(await listed()).toMatchObject([{ name: 'Ridge trail' }]);
});

function file(name: string, text: string, mimeType = 'text/plain') {
  return { name, mimeType, buffer: Buffer.from(text) };
}

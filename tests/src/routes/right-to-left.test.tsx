/** Texts that begin with Arabic or Hebrew are read from right to left; the screens around them are not. */
import { expect, test } from 'vitest';
import type { Locator } from 'vitest/browser';
import { open } from './support/app.tsx';
import { openTask, tile } from './support/board.ts';
import { createOrganization } from './support/organization.ts';
import { button, field, see } from './support/screen.ts';

/** The first word, a Latin one, and the last. */
const [FIRST, LATIN, LAST] = ['שלום', 'Rope', 'תודה'] as const;
const TEXT = `${FIRST} ${LATIN} ${LAST}`;

test('a name and a description in Hebrew run from right to left, an English one from left to right', async () => {
  const organization = await createOrganization();
  const project = await organization.makeProject({ cards: { 'To do': [] } });
  const card = project.cards['To do'] ?? '';
  const description = `${TEXT}\n\n- ${TEXT}\n\none two three`;
  await organization.makeTask({ project: project.id, card, name: TEXT, description });
  await open(organization, project.path);
  await expectRightToLeft(tile(TEXT).getByRole('button', { name: TEXT, exact: true }));
  const panel = await openTask(TEXT);
  await expectRightToLeft(panel.getByRole('heading', { name: TEXT }));
  await expectRightToLeft(panel.getByRole('paragraph').getByText(TEXT).first());
  await expectRightToLeft(panel.getByRole('listitem').getByText(TEXT).first());
  const english = panel.getByText('one two three');
  expect(await placeOf(english, 'one')).toBeLessThan(await placeOf(english, 'three'));
  await button('Edit description', panel).click();
  for (const typed of [field('Description', panel), field('Write a comment', panel)]) {
    await see(typed);
    await expect.element(typed).toHaveStyle({ unicodeBidi: 'plaintext' });
  }
});

async function expectRightToLeft(text: Locator): Promise<void> {
  await see(text);
  expect(await placeOf(text, FIRST)).toBeGreaterThan(await placeOf(text, LAST));
}

/** Left edge of a word in an element, in pixels. */
async function placeOf(within: Locator, word: string): Promise<number> {
  const walker = document.createTreeWalker(await within.findElement(), NodeFilter.SHOW_TEXT);
  while (walker.nextNode() !== null) {
    const at = walker.currentNode.nodeValue?.indexOf(word) ?? -1;
    if (at < 0) continue;
    const range = document.createRange();
    range.setStart(walker.currentNode, at);
    range.setEnd(walker.currentNode, at + word.length);
    return range.getBoundingClientRect().x;
  }
  throw new Error(`${word} is not in the element`);
}

/** What a person does and sees, beyond the locators of the runner. */
import { expect } from 'vitest';
import { commands, type Locator, locators, page } from 'vitest/browser';
import type { Media, MouseAction } from './commands.ts';

declare module 'vitest/browser' {
  interface BrowserCommands {
    pressKey: (keys: string) => Promise<void>;
    typeText: (text: string) => Promise<void>;
    mouse: (action: MouseAction) => Promise<void>;
    emulateMedia: (media: Media) => Promise<void>;
    failedRequests: (page: string) => Promise<readonly string[]>;
  }
  interface LocatorSelectors {
    /** Elements by a CSS selector, where people have no name for them. */
    css: (selector: string) => Locator;
  }
}

locators.extend({ css: (selector: string) => selector });

/** Runs a part of a test; a failure names it. */
export async function step(name: string, body: () => Promise<void>): Promise<void> {
  try {
    await body();
  } catch (error) {
    if (error instanceof Error) error.message = `${name}: ${error.message}`;
    throw error;
  }
}

/** Presses keys, such as `Control+Enter`: where the focus is, or in an element that is focused first. */
export async function press(keys: string, within?: Locator): Promise<void> {
  if (within !== undefined) await keepFocus(within);
  await commands.pressKey(keys);
}

/** Focuses an element until it keeps the focus: a menu that is opening moves the focus to an item of its own. */
async function keepFocus(locator: Locator): Promise<void> {
  const element = await locator.findElement();
  await expect
    .poll(async () => {
      element.focus();
      await drawn();
      return document.activeElement === element;
    })
    .toBe(true);
}

export async function type(text: string): Promise<void> {
  await commands.typeText(text);
}

export const mouse = (action: MouseAction): Promise<void> => commands.mouse(action);
export const media = (next: Media): Promise<void> => commands.emulateMedia(next);

/** Requests that the app has made to the server in this test; all have failed. */
export const failedRequests = (): Promise<readonly string[]> => commands.failedRequests(THIS_PAGE);

/** Tells the requests of this page of the runner from those of the pages beside it. */
const THIS_PAGE = crypto.randomUUID();
document.cookie = `runner-page=${THIS_PAGE}; path=/`;

export async function focus(locator: Locator): Promise<void> {
  (await locator.findElement()).focus();
}

/** Waits until the elements have these texts, in order; each is the whole text or a pattern. */
export async function expectTexts(
  locator: Locator,
  texts: readonly (string | RegExp)[],
): Promise<void> {
  await expect
    .poll(() => locator.elements().map(textOf))
    .toEqual(texts.map((text) => (typeof text === 'string' ? text : expect.stringMatching(text))));
}

export function expectUrl(pattern: RegExp): Promise<void> {
  return expect.poll(() => location.href).toMatch(pattern);
}

/** Waits until it is on the screen. */
export async function see(locator: Locator): Promise<void> {
  await expect.element(locator).toBeVisible();
}

/** Waits until it is not there any more. */
export async function gone(locator: Locator): Promise<void> {
  await expect.element(locator).toHaveLength(0);
}

export const button = (name: string | RegExp, within: Within = page): Locator =>
  within.getByRole('button', { name, exact: typeof name === 'string' });

export const heading = (name: string | RegExp): Locator =>
  page.getByRole('heading', { level: 1, name, exact: typeof name === 'string' });

/** A field by its label. */
export const field = (label: string | RegExp, within: Within = page): Locator =>
  within.getByLabelText(label);

type Within = Pick<Locator, 'getByRole' | 'getByLabelText'>;

/** The sync pill. */
export const pill = (): Locator => page.getByRole('link', { name: /Open unsent changes$/ });

/** Selects an option of a drop-down field. */
export async function choose(within: Within, label: string, option: string): Promise<void> {
  await within
    .getByRole('combobox', { name: label })
    .or(within.getByRole('textbox', { name: label }))
    .click();
  await page.getByRole('option', { name: option }).click();
}

/** The outbox panel; opens it where it is closed. */
export async function openOutbox(): Promise<Locator> {
  await pill().click();
  const panel = page.getByRole('dialog', { name: 'Unsent changes' });
  await see(panel);
  return panel;
}

/** Writes a note on the notes page with a new tag. */
export async function writeNote(note: {
  readonly title: string;
  readonly text: string;
  readonly newTag?: string;
}): Promise<void> {
  await page.getByRole('button', { name: 'New note' }).first().click();
  if (note.newTag !== undefined) {
    await page.getByRole('button', { name: 'New tag' }).click();
    await field('Tag name').fill(note.newTag);
    await page.getByRole('button', { name: 'Add tag' }).click();
  }
  await field('Title').fill(note.title);
  await page.getByRole('textbox', { name: 'Description' }).fill(note.text);
  await page.getByRole('button', { name: 'Create note' }).click();
  await see(page.getByText('Note created successfully!'));
  await expect.element(noteCard(note.title)).toMatchTextContent(note.text);
}

export function noteCard(title: string): Locator {
  return page.getByRole('article', { name: title });
}

/** A file that a person picks. */
export function file(name: string, text: string, type = 'text/plain'): File {
  return new File([text], name, { type });
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export async function boxOf(locator: Locator): Promise<Box> {
  const { x, y, width, height } = (await locator.findElement()).getBoundingClientRect();
  return { x, y, width, height };
}

/** Boxes once two readings in a row are equal: fonts and the new width are applied. */
export async function settled(read: () => Promise<readonly Box[]>): Promise<readonly Box[]> {
  let last = await read();
  await expect
    .poll(
      async () => {
        const before = last;
        last = await read();
        return last.every((box, index) => sameBox(box, before[index]));
      },
      { interval: 100 },
    )
    .toBe(true);
  return last;
}

function sameBox(one: Box, other: Box | undefined): boolean {
  if (other === undefined) return false;
  const { x, y, width, height } = other;
  return one.x === x && one.y === y && one.width === width && one.height === height;
}

/** True when everything in the element is inside its width. */
export async function fits(locator: Locator): Promise<boolean> {
  const { scrollWidth, clientWidth } = await locator.findElement();
  return scrollWidth <= clientWidth;
}

/** Frames in a row with the same layout after which a resize is complete. */
const UNCHANGED_FRAMES = 6;

/**
 * Resizes the page and waits until its layout follows. The frame chooses parts by media queries in JavaScript, so the
 * first layout at the new width still has the parts of the previous one.
 */
export async function resize(width: number, height: number): Promise<void> {
  await page.viewport(width, height);
  await expect.poll(() => window.innerWidth).toBe(width);
  let last = '';
  for (let unchanged = 0; unchanged < UNCHANGED_FRAMES;) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    const now = layout();
    unchanged = now === last ? unchanged + 1 : 0;
    last = now;
  }
}

function layout(): string {
  return [...document.querySelectorAll('header, nav, main, h1, button, input, [role="dialog"]')]
    .map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return [x, y, width, height].join(' ');
    })
    .join('\n');
}

/** Resolves when the page has been drawn with all that was changed before. */
export async function drawn(): Promise<void> {
  for (let frame = 0; frame < 2; frame += 1) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
}

function textOf(element: Element): string {
  return (element.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
}

/** Description of a field for a screen reader. */
export function accessibleDescription(locator: Locator): string {
  const ids = locator.query()?.getAttribute('aria-describedby')?.split(' ') ?? [];
  return ids
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ')
    .trim();
}

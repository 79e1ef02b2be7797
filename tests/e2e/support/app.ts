/** Actions outside a board, by the names that people read on the screen. */
import { expect, type Locator, type Page } from '@playwright/test';
import { PASSWORD } from './organization.ts';
import type { Person } from './rest-peer.ts';

/** Opens the app and signs in; ends when everything of the account is on the device. */
export async function signIn(
  page: Page,
  person: Pick<Person, 'email' | 'password'>,
  path = '/',
): Promise<void> {
  await page.goto(path);
  await fillSignIn(page, person);
  await expectDownloaded(page);
  await controlled(page);
}

/** Waits after a sign-in until everything of the account is on the device. */
export async function expectDownloaded(page: Page): Promise<void> {
  // Not a recovery time: the files of the app, the password's hash and a first download, on a busy
  // machine.
  await expect(pill(page)).toContainText('Up to date', { timeout: 30_000 });
}

interface SignUpInput {
  readonly name: string;
  readonly email: string;
  readonly organization: string;
  /** The repeated password, when it differs. */
  readonly again?: string;
}

export async function signUp(page: Page, input: SignUpInput): Promise<void> {
  await page.getByLabel('Full Name').fill(input.name);
  await page.getByLabel('Mobile Number').fill('+44 20 7946 0002');
  await page.getByLabel('Email').fill(input.email);
  await page.getByLabel('Organization Name').fill(input.organization);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Re-enter Password').fill(input.again ?? PASSWORD);
  await page.getByRole('button', { name: 'Sign Up' }).click();
}

export async function fillSignIn(
  page: Page,
  { email, password }: Pick<Person, 'email' | 'password'>,
): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/**
 * Waits until the service worker serves this page: the network may be cut before a reload only
 * then.
 */
export async function controlled(page: Page): Promise<void> {
  // All files of the app have to be cached first; this takes time on a busy machine.
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null, undefined, {
    timeout: 90_000,
  });
}

/** The sync pill. */
export function pill(page: Page): Locator {
  return page.getByRole('link', { name: /Open unsent changes$/ });
}

export async function expectPill(page: Page, words: string | RegExp): Promise<void> {
  await expect(pill(page)).toContainText(words);
}

/** The banner that asks for the password in place when the session has ended. */
export function signInAgainBanner(page: Page): Locator {
  return page.getByRole('region', { name: 'Sign in again' });
}

export async function signInAgain(
  page: Page,
  { password }: Pick<Person, 'password'>,
): Promise<void> {
  const banner = signInAgainBanner(page);
  await banner.getByLabel('Password', { exact: true }).fill(password);
  await banner.getByRole('button', { name: 'Sign in' }).click();
}

/** The outbox panel; opens it where it is closed. */
export async function openOutbox(page: Page): Promise<Locator> {
  await pill(page).click();
  const panel = page.getByRole('dialog', { name: 'Unsent changes' });
  await expect(panel).toBeVisible();
  return panel;
}

/** Selects an option of a drop-down field. */
export async function choose(within: Page | Locator, label: string, option: string): Promise<void> {
  await within
    .getByRole('combobox', { name: label })
    .or(within.getByRole('textbox', { name: label }))
    .click();
  const page = 'page' in within ? within.page() : within;
  await page.getByRole('option', { name: option }).click();
}

export async function signOutFromMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Account menu/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
}

/** Writes a note on the notes page with a new tag. */
export async function writeNote(
  page: Page,
  note: { readonly title: string; readonly text: string; readonly newTag?: string },
): Promise<void> {
  await page.getByRole('button', { name: 'New note' }).first().click();
  if (note.newTag !== undefined) {
    await page.getByRole('button', { name: 'New tag' }).click();
    await page.getByLabel('Tag name').fill(note.newTag);
    await page.getByRole('button', { name: 'Add tag' }).click();
  }
  await page.getByLabel('Title').fill(note.title);
  await page.getByRole('textbox', { name: 'Description' }).fill(note.text);
  await page.getByRole('button', { name: 'Create note' }).click();
  await expect(page.getByText('Note created successfully!')).toBeVisible();
  await expect(noteCard(page, note.title)).toContainText(note.text);
}

export function noteCard(page: Page, title: string): Locator {
  return page.getByRole('article', { name: title });
}

import type { BrowserContext, Page } from '@playwright/test';
import type { Board } from './seed.ts';
import type { Peer } from './peer.ts';
import { type Setup, VIEWPORT } from './setup.ts';

/** A board of a given size, with its readers. */
export interface Subject {
  readonly peer: Peer;
  readonly board: Board;
  readonly size: number;
}

export interface BoardPage {
  readonly context: BrowserContext;
  readonly page: Page;
}

/** The sync pill's text for a complete and idle state. */
export const UP_TO_DATE = '[data-phase="up-to-date"]';

/** The completion control of a tile, and the element that shows its state. */
export const CONTROL = 'article label[data-state]';

export const WHOLE = 90_000;

/** Signs in with a fresh profile directly at the board, so that the download begins with it. */
export async function openBoard(
  setup: Setup,
  subject: Subject,
  prepare: (context: BrowserContext) => Promise<void> = () => Promise.resolve(),
): Promise<BoardPage> {
  const context = await setup.browser.newContext({ viewport: VIEWPORT });
  await prepare(context);
  return { context, page: await openBoardIn(context, setup, subject) };
}

/** Signs in at the board in a context without data. */
export async function openBoardIn(
  context: BrowserContext,
  setup: Pick<Setup, 'url'>,
  { peer, board }: Subject,
  beforeSignIn: (page: Page) => Promise<void> = () => Promise.resolve(),
): Promise<Page> {
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  await page.goto(`${setup.url}/workspace/${board.slug}`);
  await page.getByLabel('Email').fill(peer.email);
  await page.getByLabel('Password', { exact: true }).fill(peer.password);
  await beforeSignIn(page);
  await page.getByRole('button', { name: /sign in/i }).click();
  return page;
}

/** Resolves when the board is shown and the download is complete. */
export async function whenWhole(page: Page): Promise<void> {
  await page.locator('article').first().waitFor({ timeout: WHOLE });
  await page.locator(UP_TO_DATE).first().waitFor({ state: 'attached', timeout: WHOLE });
}

/** Opens the board in a fresh profile, runs the work and always closes it. */
export async function onBoard<T>(
  setup: Setup,
  subject: Subject,
  work: (opened: BoardPage) => Promise<T>,
): Promise<T> {
  const opened = await openBoard(setup, subject);
  try {
    await whenWhole(opened.page);
    return await work(opened);
  } finally {
    await opened.context.close();
  }
}

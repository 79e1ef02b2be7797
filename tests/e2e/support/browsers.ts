/**
 * The two builds of Chromium that scenarios run in. The headless shell is the same engine without
 * the browser's own windows and costs a quarter less processor time; the full browser has the
 * features that the shell lacks: notifications, and profiles that are stored on the disk exactly as
 * a person's are.
 */
import { chromium, type LaunchOptions } from '@playwright/test';
import { CHROMIUM_ARGS } from '../../support/chromium-args.ts';

/** Set by `npm test` where Playwright's own browsers cannot be used. */
const wholePath = process.env['CHROMIUM_PATH'];
const shellPath = process.env['CHROMIUM_SHELL_PATH'] ?? wholePath;

const launchedFrom = (executablePath: string | undefined): LaunchOptions => ({
  args: [...CHROMIUM_ARGS],
  ...(executablePath !== undefined && { executablePath }),
});

/** For most scenarios; Playwright's default is its own headless shell. */
export const HEADLESS_SHELL = { launchOptions: launchedFrom(shellPath) };

/**
 * For `test.use` at the top of a file. Playwright starts its own full browser for the channel
 * "chromium".
 */
export const WHOLE_BROWSER = {
  launchOptions: launchedFrom(wholePath),
  ...(wholePath === undefined && { channel: 'chromium' }),
};

/** The program that a scenario starts by itself. */
export function wholeBrowserPath(): string {
  return wholePath ?? chromium.executablePath();
}

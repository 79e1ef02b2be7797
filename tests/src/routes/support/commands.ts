/** Input and media that only the browser's driver can produce; runs in Node, beside the browser. */
import { defineBrowserCommand } from '@vitest/browser-playwright';
import { takeRequests } from './no-server.ts';

/** Presses a key or a combination such as `Control+Enter` where the focus is. */
export const pressKey = defineBrowserCommand<[keys: string]>(({ page }, keys) =>
  page.keyboard.press(keys),
);

/** Types a text where the focus is. */
export const typeText = defineBrowserCommand<[text: string]>(({ page }, text) =>
  page.keyboard.type(text),
);

/** Requests of a page of the runner to the server since the last call. */
export const failedRequests = defineBrowserCommand<[page: string]>((_context, page) =>
  takeRequests(page),
);

/** One action of the mouse; `x` and `y` are coordinates of the app's page. */
export const mouse = defineBrowserCommand<[action: MouseAction]>(
  async ({ page, iframe }, action) => {
    if (action.do === 'down') return page.mouse.down();
    if (action.do === 'up') return page.mouse.up();
    if (action.do === 'wheel') return page.mouse.wheel(0, action.y);
    const frame = await iframe.owner().boundingBox();
    await page.mouse.move(action.x + (frame?.x ?? 0), action.y + (frame?.y ?? 0), {
      steps: action.steps ?? 1,
    });
  },
);

export type MouseAction =
  | { readonly do: 'down' }
  | { readonly do: 'up' }
  | { readonly do: 'wheel'; readonly y: number }
  | { readonly do: 'move'; readonly x: number; readonly y: number; readonly steps?: number };

/** Media features of the app's page. */
export const emulateMedia = defineBrowserCommand<[media: Media]>(({ page }, media) =>
  page.emulateMedia(media),
);

export interface Media {
  readonly colorScheme?: 'light' | 'dark';
  readonly reducedMotion?: 'reduce' | 'no-preference';
}

/** A phone, and a browser whose camera and microphone are played by Chromium. */
import { HEADLESS_SHELL } from './browsers.ts';

export const PHONE = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
} as const;

const { launchOptions } = HEADLESS_SHELL;

/** For `test.use` at the top of a file; `more`: further arguments of Chromium. */
export function playedDevices(more: readonly string[] = []) {
  return {
    launchOptions: {
      ...launchOptions,
      args: [
        ...(launchOptions.args ?? []),
        '--use-fake-device-for-media-stream',
        '--use-fake-ui-for-media-stream',
        ...more,
      ],
    },
  };
}

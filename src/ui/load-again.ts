/** Pauses between attempts while the browser says that it is online, in milliseconds. */
const PAUSES = [500, 1_000, 2_000, 4_000, 8_000, 15_000];

/** What browsers, and the preloading of styles by the bundler, say when a module cannot be downloaded. */
const NOT_DOWNLOADED =
  /dynamically imported module|Importing a module script failed|Unable to preload CSS/i;

/**
 * Loads a module. One that cannot be downloaded is loaded again when the network is back, and several times while the
 * browser says that it is online. Rejects with the last error, and at once with an error of the module itself.
 */
export async function loadAgain<T>(load: () => Promise<T>, wait = pauseOf): Promise<T> {
  for (const pause of PAUSES) {
    try {
      return await load();
    } catch (error) {
      if (!(error instanceof Error) || !NOT_DOWNLOADED.test(error.message)) throw error;
    }
    await wait(pause);
    requestStylesAgain();
  }
  return await load();
}

async function pauseOf(pause: number): Promise<void> {
  if (navigator.onLine) {
    await new Promise((resolve) => setTimeout(resolve, pause));
    return;
  }
  await new Promise((resolve) => addEventListener('online', resolve, { once: true }));
}

/** A style sheet that could not be downloaded is not requested again by the bundler's code. */
function requestStylesAgain(): void {
  for (const link of document.querySelectorAll('link[rel="stylesheet"]')) {
    if (link instanceof HTMLLinkElement && link.sheet === null) link.replaceWith(link.cloneNode());
  }
}

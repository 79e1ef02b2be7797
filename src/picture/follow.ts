import { type Client, pictureShelf } from '../../sync/client/index.ts';
import { addressNow, surroundingsNow } from './surroundings.ts';
import { takePicture } from './take.ts';

/** By then what has changed in the store is drawn: ms. */
const DRAWN = 1_000;

/**
 * Keeps a picture of the screen whenever it is left, for `show.ts`. It says which state of the store it shows: one that
 * was read when nothing had changed for a while, so that a change that is not drawn yet makes it no picture of today.
 */
export function followScreen(client: Client): void {
  const shelf = pictureShelf(client);
  let stamp: string | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let changes = 0;
  const read = async () => {
    const before = changes;
    const now = await shelf.stamp();
    if (changes === before) stamp = now;
  };
  const changed = () => {
    changes += 1;
    stamp = undefined;
    clearTimeout(timer);
    timer = setTimeout(() => void read().catch(() => undefined), DRAWN);
  };
  let kept = 0;
  const keep = () => {
    // Leaving for another page is told twice.
    if (stamp === undefined || Date.now() - kept < DRAWN) return;
    kept = Date.now();
    const taken = takePicture();
    if (taken === undefined) return;
    shelf.keep({ ...taken, address: addressNow(), surroundings: surroundingsNow(), stamp });
  };
  shelf.onChange(changed);
  changed();
  addEventListener('pagehide', keep);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') keep();
  });
}

import type { PicturePlace, ScreenPicture } from '../store/picture.ts';

/** Of which screen there is a picture, told without opening a database. */
export type PictureHint = PicturePlace & Pick<ScreenPicture, 'address' | 'surroundings'>;

/** In local storage; it is forgotten with the other marks of the account (`<what>:<account>`). */
const HINT = 'cairn-picture:';

/** What was kept last on this device; undefined: nothing. */
export function pictureHint(): PictureHint | undefined {
  const name = Object.keys(localStorage).find((one) => one.startsWith(HINT));
  if (name === undefined) return undefined;
  const told: unknown = JSON.parse(localStorage.getItem(name) ?? 'null');
  if (typeof told !== 'object' || told === null) return undefined;
  const { dbName, address, surroundings }: Partial<Record<string, unknown>> = { ...told };
  if (typeof dbName !== 'string' || typeof address !== 'string') return undefined;
  if (typeof surroundings !== 'string') return undefined;
  return { accountKey: name.slice(HINT.length), dbName, address, surroundings };
}

/** There is one at most: of the account that was open last. */
export function leaveHint({ accountKey, ...told }: PictureHint): void {
  for (const name of Object.keys(localStorage)) {
    if (name.startsWith(HINT)) localStorage.removeItem(name);
  }
  localStorage.setItem(HINT + accountKey, JSON.stringify(told));
}

import type { PicturePlace, ScreenPicture } from '../store/picture.ts';

/** Of which screen there is a picture, told without opening a database. */
export interface PictureHint extends PicturePlace {
  /** Digest of the address and the surroundings: what a person looks at is not told here. */
  readonly of: string;
}

/** In local storage; it is forgotten with the other marks of the account (`<what>:<account>`). */
const HINT = 'cairn-picture:';

/** What was kept last on this device, if it was of such a screen. */
export function pictureHint(screen: Screen): PictureHint | undefined {
  const name = Object.keys(localStorage).find((one) => one.startsWith(HINT));
  if (name === undefined) return undefined;
  const [of = '', dbName = ''] = (localStorage.getItem(name) ?? '').split(' ');
  return of === digest(screen) ? { accountKey: name.slice(HINT.length), dbName, of } : undefined;
}

/** There is one at most: of the account that was open last. */
export function leaveHint({ accountKey, dbName }: PicturePlace, screen: Screen): void {
  for (const name of Object.keys(localStorage)) {
    if (name.startsWith(HINT)) localStorage.removeItem(name);
  }
  localStorage.setItem(HINT + accountKey, `${digest(screen)} ${dbName}`);
}

type Screen = Pick<ScreenPicture, 'address' | 'surroundings'>;

/** FNV-1a, 32 bits: what is asked is only whether looking is worth while. */
function digest({ address, surroundings }: Screen): string {
  let hash = 0x811c9dc5;
  for (const character of address + surroundings) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  return (hash >>> 0).toString(36);
}

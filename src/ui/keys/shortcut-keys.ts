import { useSyncExternalStore } from 'react';

/** Shortcuts of one letter that a person can change, by their default key. */
export const CHANGEABLE = [
  'a',
  'c',
  'd',
  'e',
  'j',
  'k',
  'l',
  'n',
  'o',
  'p',
  's',
  't',
  'x',
  'z',
] as const;
export type ShortcutKey = (typeof CHANGEABLE)[number];

type Changed = Readonly<Partial<Record<ShortcutKey, string>>>;

const PLACE = 'cairn-shortcuts';

/**
 * Key of an event as shortcuts name it, independent of Caps Lock and Shift: the default key of the shortcut that the
 * person has on it, and an empty text for a key that was given up. It is the letter of the keyboard's layout; on a
 * layout without Latin letters it is the letter at the same place of a Latin one.
 */
export function shortcutOf({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string {
  if (key.length !== 1) return key;
  const pressed = letterOf(key, code);
  const own = CHANGEABLE.find((one) => keyOf(one) === pressed);
  if (own !== undefined) return own;
  return CHANGEABLE.some((one) => one === pressed) ? '' : pressed;
}

/** Current key of a shortcut. */
export function keyOf(shortcut: ShortcutKey): string {
  return readChanged()[shortcut] ?? shortcut;
}

/** Current keys; the component renders again when one changes. */
export function useShortcutKeys(): (shortcut: ShortcutKey) => string {
  useSyncExternalStore(subscribe, () => localStorage.getItem(PLACE));
  return keyOf;
}

/** Puts a shortcut on another letter; the shortcut that had it gets the old one. */
export function changeKey(
  shortcut: ShortcutKey,
  { key, code }: Pick<KeyboardEvent, 'key' | 'code'>,
) {
  const next = letterOf(key, code);
  if (key.length !== 1 || !/^[\p{L}\p{N}]$/u.test(next)) return;
  const before = keyOf(shortcut);
  const other = CHANGEABLE.find((one) => keyOf(one) === next);
  write({ ...readChanged(), ...(other !== undefined && { [other]: before }), [shortcut]: next });
}

export function resetKeys(): void {
  write({});
}

/** True when a key differs from its default. */
export function isAnyChanged(): boolean {
  return CHANGEABLE.some((one) => keyOf(one) !== one);
}

function letterOf(key: string, code: string): string {
  const isLatin = /^[\p{ASCII}\p{Script=Latin}]$/u.test(key);
  return (isLatin ? key : (/^Key([A-Z])$/.exec(code)?.[1] ?? key)).toLowerCase();
}

function write(next: Changed): void {
  localStorage.setItem(PLACE, JSON.stringify(next));
  // The browser notifies the other tabs only.
  window.dispatchEvent(new StorageEvent('storage', { key: PLACE }));
}

function readChanged(): Changed {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(PLACE) ?? '{}');
    if (typeof stored !== 'object' || stored === null) return {};
    const known = Object.entries(stored).filter(
      ([shortcut, key]) => CHANGEABLE.some((one) => one === shortcut) && typeof key === 'string',
    );
    return Object.fromEntries(known);
  } catch {
    return {};
  }
}

function subscribe(follower: () => void): () => void {
  window.addEventListener('storage', follower);
  return () => window.removeEventListener('storage', follower);
}

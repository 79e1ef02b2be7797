import { i18n, message, type Message } from '../../i18n/i18n.ts';

/** Keys and gestures that have another name in another language. */
const KEY_NAMES: ReadonlyMap<string, Message> = new Map(
  [
    message('Ctrl'),
    message('Shift'),
    message('Enter'),
    message('Space'),
    message('Arrows'),
    message('Click'),
    message('Double click'),
  ].map((name) => [name.id, name]),
);

/** Keys as they are shown: `Ctrl Shift K`, in German `Strg Umschalt K`. */
export function keyText(keys: string): string {
  const parts = KEY_NAMES.has(keys) ? [keys] : keys.split(' ');
  return parts
    .map((part) => {
      const name = KEY_NAMES.get(part);
      return name === undefined ? part : i18n.t(name);
    })
    .join(' ');
}

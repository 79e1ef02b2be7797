/** Key of an event as shortcuts name it, independent of Caps Lock and Shift. */
export function keyName({ key }: { readonly key: string }): string {
  return key.length === 1 ? key.toLowerCase() : key;
}

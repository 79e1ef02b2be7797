/** The key of an event as shortcuts name it: Caps Lock and Shift make no other letter of it. */
export function keyName({ key }: { readonly key: string }): string {
  return key.length === 1 ? key.toLowerCase() : key;
}

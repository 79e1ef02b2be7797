/**
 * Address after sign-in: `wanted` if it is a path of this app (an address in a link must not lead elsewhere),
 * otherwise Home.
 */
export function ownAddress(wanted: string | undefined): string {
  const isOwn = wanted?.startsWith('/') === true && !/^\/[/\\]/.test(wanted);
  return isOwn ? wanted : '/home-view';
}

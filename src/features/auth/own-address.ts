/**
 * The address to go to after signing in: the wanted one if it is a path of this app (an address in a link must not lead
 * elsewhere), otherwise Home.
 */
export function ownAddress(wanted: string | undefined): string {
  const isOwn = wanted?.startsWith('/') === true && !/^\/[/\\]/.test(wanted);
  return isOwn ? wanted : '/home-view';
}

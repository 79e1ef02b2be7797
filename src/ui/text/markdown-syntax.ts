/** Beginnings of lines: heading, quote, list, code, table, rule. */
const BLOCK = /^ {0,3}(?:#{1,6}[ \t]|>|[-+*][ \t]|\d{1,9}[.)][ \t]|```|~~~|\||[-*_]{3})/m;
const INLINE = /[*_~]\S|`|\]\(|\\[!-/:-@[-`{-~]|<(?:https?:|mailto:)|www\.|[^\s@]@[^\s@]/i;
/** The second line of a table without outer bars. */
const TABLE = /^[ :|-]*-[ :|-]*\|[ :|-]*$/m;

/** Longer texts would delay the screen; deeper nesting ends in an error of the renderer. Characters; marks in a row. */
const LONGEST = 20_000;
const TOO_DEEP = /^(?:[ \t]*(?:>|[-+*][ \t])){30}/m;

/**
 * False for a text that Markdown shows as it is written, apart from addresses with a protocol, and for one that the
 * renderer cannot process in time.
 */
export function hasMarkdown(text: string): boolean {
  if (text.length > LONGEST || TOO_DEEP.test(text)) return false;
  return BLOCK.test(text) || INLINE.test(text) || TABLE.test(text);
}

/** The text with one checkbox set; `at` is the offset of the character between its brackets. */
export function withTick(text: string, at: number, isTicked: boolean): string {
  if (text.charAt(at - 1) !== '[' || text.charAt(at + 1) !== ']') return text;
  return `${text.slice(0, at)}${isTicked ? 'x' : ' '}${text.slice(at + 1)}`;
}

const PROTOCOLS = ['http:', 'https:', 'mailto:'];

/** Address that a link in a text may have: http, https, mailto, or a path of this app; undefined for any other. */
export function safeAddress(address: string): string | undefined {
  const url = parsed(address, address.startsWith('/') ? window.location.origin : undefined);
  return url !== undefined && PROTOCOLS.includes(url.protocol) ? address : undefined;
}

/** Path with parameters of an address of this app; undefined for other addresses, and for files of the server. */
export function pathInApp(address: string): string | undefined {
  const url = parsed(address, window.location.origin);
  if (url === undefined || url.origin !== window.location.origin) return undefined;
  return url.pathname.startsWith('/rest/') ? undefined : url.pathname + url.search + url.hash;
}

function parsed(address: string, base: string | undefined): URL | undefined {
  return URL.canParse(address, base) ? new URL(address, base) : undefined;
}

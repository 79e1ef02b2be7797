/** 12,345 */
export function countWords(count: number): string {
  return count.toLocaleString('en-GB');
}

/** `1 task`, `12 tasks`. */
export function plural(count: number, one: string, many: string = `${one}s`): string {
  return `${countWords(count)} ${count === 1 ? one : many}`;
}

/** Words of a query; a text fits when its `searchable` form contains every one of them. */
export function wordsOf(q: string): readonly string[] {
  return searchable(q).split(/\s+/u);
}

/** Text without case and accents. */
export function searchable(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().trim();
}

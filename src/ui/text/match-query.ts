import { plain } from './plain.ts';

/** Rule of all fields that narrow a list: true when each word of the query begins a word of the text. */
export function matchesQuery(text: string, query: string): boolean {
  const own = partsOf(text);
  return partsOf(query).every((word) => own.some((one) => one.startsWith(word)));
}

function partsOf(text: string): readonly string[] {
  return plain(text)
    .split(/\s+/)
    .filter((word) => word !== '');
}

/** Lower case and without diacritics, to compare what people type with what is written. */
export function plain(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

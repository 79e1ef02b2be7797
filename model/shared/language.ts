/** Languages of the texts, by their own names. */
export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof LANGUAGES;

/** Cookie with the language that a person has chosen, which the server reads; scripts write it. */
export const LANGUAGE_COOKIE = 'cairn-language';

export function isLanguage(text: string): text is Language {
  return Object.hasOwn(LANGUAGES, text);
}

/** The first tag (`de-AT`) of a known language; English without one. */
export function languageOf(tags: readonly string[]): Language {
  const known = tags.map((tag) => tag.toLowerCase().split('-')[0] ?? '');
  return known.find(isLanguage) ?? 'en';
}

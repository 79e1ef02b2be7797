import { i18n } from './i18n.ts';

/** Languages by their own names. */
export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof LANGUAGES;

/** Key in `localStorage` of the language chosen in the profile; public/boot.js reads it before the first paint. */
const LANGUAGE_KEY = 'cairn-language';

/** Languages other than English, each a chunk of its own. */
const CATALOGUES = {
  de: async () => await import('./de/catalogue.ts'),
};

/** The chosen language; undefined: that of the browser. */
export function chosenLanguage(): Language | undefined {
  const stored = localStorage.getItem(LANGUAGE_KEY);
  return stored !== null && isLanguage(stored) ? stored : undefined;
}

/** First of the browser's languages that the app speaks; English without one. */
export function languageOf(languages: readonly string[]): Language {
  const known = languages.map((language) => language.toLowerCase().split('-')[0] ?? '');
  return known.find(isLanguage) ?? 'en';
}

/** Loads the catalogue of the chosen language; English when it cannot be loaded. */
export async function startLanguage(): Promise<void> {
  try {
    const language = chosenLanguage() ?? languageOf(navigator.languages);
    if (language === 'en') return;
    const { messages } = await CATALOGUES[language]();
    i18n.loadAndActivate({ locale: language, messages });
    document.documentElement.lang = language;
  } catch {
    // Storage is closed to this page, or the chunk is neither cached nor on the server: English is better than no app.
  }
}

/** Stores the choice and loads the page again; undefined: the language of the browser. */
export function chooseLanguage(language: Language | undefined): void {
  if (language === undefined) localStorage.removeItem(LANGUAGE_KEY);
  else localStorage.setItem(LANGUAGE_KEY, language);
  location.reload();
}

function isLanguage(text: string): text is Language {
  return Object.hasOwn(LANGUAGES, text);
}

import {
  isLanguage,
  type Language,
  LANGUAGE_COOKIE,
  languageOf,
} from '../../model/shared/language.ts';
import { i18n } from './i18n.ts';

/** Key in `localStorage` of the language chosen in the profile; public/boot.js reads it before the first paint. */
const LANGUAGE_KEY = 'cairn-language';

/** As long as a browser keeps a cookie; each start of the app sets it again. */
const COOKIE_SECONDS = 400 * 24 * 3_600;

/** Languages other than English, each a chunk of its own. */
const CATALOGUES = {
  de: async () => await import('./de/catalogue.ts'),
};

/** The chosen language; undefined: that of the browser. */
export function chosenLanguage(): Language | undefined {
  const stored = localStorage.getItem(LANGUAGE_KEY);
  return stored !== null && isLanguage(stored) ? stored : undefined;
}

/** Loads the catalogue of the chosen language; English when it cannot be loaded. */
export async function startLanguage(): Promise<void> {
  try {
    const chosen = chosenLanguage();
    nameLanguage(chosen);
    const language = chosen ?? languageOf(navigator.languages);
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

/** Names a chosen language to the server, which writes mails and pushes in it; the browser names its own. */
function nameLanguage(chosen: Language | undefined): void {
  const [value, seconds] = chosen === undefined ? ['', 0] : [chosen, COOKIE_SECONDS];
  const put = (name: string, rest: string) => {
    document.cookie = `${name}; path=/; samesite=lax; max-age=${rest}`;
  };
  if (location.protocol === 'https:') {
    put(`__Host-${LANGUAGE_COOKIE}=${value}`, `${seconds}; secure`);
    // The name of earlier builds.
    put(`${LANGUAGE_COOKIE}=`, '0');
  } else put(`${LANGUAGE_COOKIE}=${value}`, `${seconds}`);
}

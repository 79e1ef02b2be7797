import { i18n } from '../../i18n/i18n.ts';
/** The browser's first kind of English, or British English where the browser asks for none. */
export function englishOf(languages: readonly string[]): string {
  return languages.find((language) => /^en(?:-|$)/i.test(language)) ?? 'en-GB';
}

/** Locale of dates, times and numbers: the browser's first one in the language of the texts around them. */
export function localeOf(language: string, languages: readonly string[]): string {
  if (language === 'en') return englishOf(languages);
  return languages.find((one) => one.toLowerCase().split('-')[0] === language) ?? language;
}

/** Locale of this page; not before the language is known. */
export function locale(): string {
  return localeOf(i18n.locale, navigator.languages);
}

const NUMBER = onFirstUse(() => new Intl.NumberFormat(locale()));
const MOMENT = onFirstUse(
  () => new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'short' }),
);

/** `1,234`. */
export function formatNumber(value: number): string {
  return NUMBER().format(value);
}

/** Date and time in the viewer's time zone, for tooltips and reports: `21 Nov 2026, 14:05`. */
export function formatMoment(instant: string | number): string {
  const at = new Date(instant);
  return Number.isNaN(at.getTime()) ? String(instant) : MOMENT().format(at);
}

/** Makes a formatter once, when it is needed: making one takes as long as rendering ten tiles. */
export function onFirstUse<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

/** The English word of each German one that date phrases use. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/^heute$/, 'today'],
  [/^morgen$/, 'tomorrow'],
  [/^(?:übermorgen|uebermorgen)$/, '+2d'],
  [/^(?:bis|am|zum|fällig)$/, 'by'],
  [/^(?:nächste|naechste)[nrs]?$/, 'next'],
  [/^woche$/, 'week'],
  [/^wochen$/, 'weeks'],
  [/^tag$/, 'day'],
  [/^tagen$/, 'days'],
  [/^(?:so|sonntag)$/, 'sun'],
  [/^(?:mo|montag)$/, 'mon'],
  [/^(?:di|dienstag)$/, 'tue'],
  [/^(?:mi|mittwoch)$/, 'wed'],
  [/^(?:do|donnerstag)$/, 'thu'],
  [/^(?:fr|freitag)$/, 'fri'],
  [/^(?:sa|samstag|sonnabend)$/, 'sat'],
  [/^(?:jan(?:uar)?|jän(?:ner)?)\.?$/, 'jan'],
  [/^feb(?:ruar)?\.?$/, 'feb'],
  [/^(?:märz|maerz|mär\.?)$/, 'mar'],
  [/^apr(?:il)?\.?$/, 'apr'],
  [/^mai$/, 'may'],
  [/^jun[i.]?$/, 'jun'],
  [/^jul[i.]?$/, 'jul'],
  [/^aug(?:ust)?\.?$/, 'aug'],
  [/^sept?(?:ember)?\.?$/, 'sep'],
  [/^okt(?:ober)?\.?$/, 'oct'],
  [/^nov(?:ember)?\.?$/, 'nov'],
  [/^dez(?:ember)?\.?$/, 'dec'],
];

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
/** `24.12.` or `24.12.2027`. */
const NUMBERS = /^(\d{1,2})\.(\d{1,2})\.(\d{4})?$/;

/** A German date phrase in lower case as an English one: `bis nächsten freitag` is `by next fri`. */
export function germanInEnglish(phrase: string): string {
  return phrase.split(' ').map(wordInEnglish).join(' ');
}

function wordInEnglish(word: string): string {
  const [, day, number, year] = NUMBERS.exec(word) ?? [];
  const month = MONTHS[Number(number) - 1];
  if (day !== undefined && month !== undefined) return [day, month, year].join(' ').trim();
  return WORDS.find(([german]) => german.test(word))?.[1] ?? word;
}

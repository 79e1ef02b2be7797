import { readFileSync } from 'node:fs';
import type { Language } from '../../../model/shared/language.ts';
import { inEnglish, type Message } from '../../../model/shared/message.ts';

/** Translations by the English text; English needs none. */
const CATALOGUES: Readonly<Record<Exclude<Language, 'en'>, ReadonlyMap<string, string>>> = {
  de: readCatalogue(readFileSync(new URL('de.po', import.meta.url), 'utf8')),
};

/** A message without plurals in a language; in English when it has no translation. */
export function translate({ id, values }: Message, language: Language): string {
  const text = language === 'en' ? id : (CATALOGUES[language].get(id) ?? id);
  return inEnglish(values === undefined ? { id: text } : { id: text, values });
}

/** Translations of a gettext file, as `lingui extract` writes it; entries without one are left out. */
export function readCatalogue(po: string): ReadonlyMap<string, string> {
  const entries = po
    .split(/\r?\n\r?\n/)
    .map((entry): [string, string] => [fieldOf(entry, 'msgid'), fieldOf(entry, 'msgstr')]);
  return new Map(entries.filter(([id, text]) => id !== '' && text !== ''));
}

/** Text of a field, which is one or more quoted lines with the escapes of JSON. */
function fieldOf(entry: string, name: 'msgid' | 'msgstr'): string {
  const [, lines = ''] =
    new RegExp(String.raw`^${name}((?:\s+"(?:[^"\\]|\\.)*")+)`, 'm').exec(entry) ?? [];
  const parts = lines.match(/"(?:[^"\\]|\\.)*"/g) ?? [];
  return parts.map((part) => String(JSON.parse(part))).join('');
}

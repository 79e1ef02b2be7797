import { isErasedName } from '../../model/shared/erased-person.ts';
import { i18n, translated } from '../i18n/i18n.ts';

/** A stored name as screens show it: the one of an erased person is in the language of the reader. */
export function shownName(name: string): string {
  return isErasedName(name) ? translated(name) : name;
}

/** The same row with the name that screens show. */
export function shownPerson<Person extends { readonly display_name: string }>(
  person: Person,
): Person {
  const name = shownName(person.display_name);
  return name === person.display_name ? person : { ...person, display_name: name };
}

/**
 * A person's name, with a note if they have left, or are a program. For content that stays after a person has left.
 */
export function nameWithState(person: {
  readonly display_name: string;
  readonly active: boolean;
  readonly program?: boolean;
}): string {
  if (person.program === true) return i18n.t('{name} (program)', { name: person.display_name });
  return person.active
    ? person.display_name
    : i18n.t('{name} (deactivated)', { name: person.display_name });
}

/**
 * The name of a person that was looked up: empty while the row is read (undefined), "Unknown
 * person" if this device has none (null), e.g. of a row that arrived before its author.
 */
export function nameOfPerson(
  person: Parameters<typeof nameWithState>[0] | null | undefined,
): string {
  if (person === undefined) return '';
  return person === null ? i18n.t('Unknown person') : nameWithState(person);
}

/**
 * The name of a person in a list; empty while the list is read (undefined), so that "Unknown
 * person" never flashes.
 */
export function nameIn(
  people: ReadonlyMap<string, Parameters<typeof nameWithState>[0]> | undefined,
  id: string,
): string {
  return people === undefined ? '' : nameOfPerson(people.get(id) ?? null);
}

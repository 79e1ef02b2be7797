/** A person's name, and that they are not here any more. For everything that stays when somebody has left. */
export function nameWithState(person: {
  readonly display_name: string;
  readonly active: boolean;
}): string {
  return person.active ? person.display_name : `${person.display_name} (deactivated)`;
}

/** The same for somebody who may be missing here, e.g. of a row that arrived before its author. */
export function nameOfPerson(
  person: Parameters<typeof nameWithState>[0] | null | undefined,
): string {
  return person === null || person === undefined ? 'Unknown person' : nameWithState(person);
}

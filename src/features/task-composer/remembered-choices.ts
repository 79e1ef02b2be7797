import * as v from 'valibot';

/** Assignees and priority that the person chose last for tasks of a project; undefined: none chosen yet. */
export interface RememberedChoices {
  readonly people?: readonly string[] | undefined;
  readonly flag?: string | undefined;
}

const schema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ people: v.optional(v.array(v.string())), flag: v.optional(v.string()) }),
);

export function readChoices(accountKey: string, project: string): RememberedChoices {
  const read = v.safeParse(schema, localStorage.getItem(keyOf(accountKey, project)));
  return read.success ? read.output : {};
}

export function rememberChoices(
  accountKey: string,
  project: string,
  choices: RememberedChoices,
): void {
  localStorage.setItem(keyOf(accountKey, project), JSON.stringify(choices));
}

/** Project and card of the last task that was added from any screen. */
export interface RememberedPlace {
  readonly project?: string | undefined;
  readonly card?: string | undefined;
}

const placeSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ project: v.optional(v.string()), card: v.optional(v.string()) }),
);

export function readPlace(accountKey: string): RememberedPlace {
  const read = v.safeParse(placeSchema, localStorage.getItem(keyOf(accountKey, 'place')));
  return read.success ? read.output : {};
}

export function rememberPlace(accountKey: string, place: RememberedPlace): void {
  localStorage.setItem(keyOf(accountKey, 'place'), JSON.stringify(place));
}

function keyOf(accountKey: string, of: string): string {
  return `cairn-composer:${accountKey}:${of}`;
}

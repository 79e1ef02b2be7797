import type { OrgUser } from '../../../model/entities/org-user.ts';
import type { Actor } from '../../../model/permissions/actor.ts';
import { mayAddMember } from '../../../model/permissions/project.ts';
import { plain } from '../../ui/text/plain.ts';
import type { SourcePerson } from './source-board.ts';

/** Matches between people of a file and members of the organisation. */
export interface Matched {
  /** Ids of organisation users by the file's key. */
  readonly ids: ReadonlyMap<string, string>;
  /** Names without a match, or with several. */
  readonly unknown: readonly string[];
}

interface People {
  readonly people: readonly OrgUser[];
  readonly members: ReadonlySet<string>;
  readonly actor: Actor;
}

/**
 * Matches by e-mail, else by a name that only one active person has. A person outside the project's team
 * matches only if the importing person may add members.
 */
export function matchPeople(all: readonly SourcePerson[], deps: People): Matched {
  const mayAdd = mayAddMember(deps.actor) === undefined;
  const active = deps.people.filter(
    ({ id, active: isActive }) =>
      isActive && (mayAdd || deps.members.has(id) || id === deps.actor.orgUserId),
  );
  const byEmail = new Map(active.map(({ id, email }) => [email.toLowerCase(), id]));
  const byName = Map.groupBy(active, ({ display_name }) => plain(display_name).trim());
  const ids = new Map<string, string>();
  const unknown: string[] = [];
  for (const { key, name, email } of all) {
    const namesakes = byName.get(plain(name).trim()) ?? [];
    const only = namesakes.length === 1 ? namesakes[0]?.id : undefined;
    const id = (email === '' ? undefined : byEmail.get(email.toLowerCase())) ?? only;
    if (id === undefined) unknown.push(name === '' ? email : name);
    else ids.set(key, id);
  }
  return { ids, unknown };
}

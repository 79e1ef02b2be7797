import type { OrgUser } from '../../../model/entities/org-user.ts';
import type { Actor } from '../../../model/permissions/actor.ts';
import { mayAddMember } from '../../../model/permissions/project.ts';
import { plain } from '../../ui/text/plain.ts';
import type { SourcePerson } from './source-board.ts';

/** Who of a file is who here. */
export interface Matched {
  /** Organisation user by the file's key. */
  readonly ids: ReadonlyMap<string, string>;
  /** Names of those who are nobody here, or could be several. */
  readonly unknown: readonly string[];
}

interface People {
  readonly people: readonly OrgUser[];
  readonly members: ReadonlySet<string>;
  readonly actor: Actor;
}

/**
 * By e-mail, else by a name that only one active person bears. Somebody who is no team member counts only when the
 * importing person may make them one.
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

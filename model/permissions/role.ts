import type { RoleLevel } from '../entities/role-level.ts';
import { refuse, type Refusal } from '../shared/errors.ts';
import {
  type AccessFlags,
  type Actor,
  firstRefusal,
  levelNumber,
  needsAdministrative,
  needsPatch,
  needsPost,
} from './actor.ts';
import { mayGrantLevel, mayManageLevel } from './person.ts';

const NO_CHANGE = /*i18n*/ 'Only levels 1 to 3 can change categories, roles and levels';

export function mayCreateCategory(actor: Actor): Refusal | undefined {
  return mayCreate(actor, /*i18n*/ 'You dont have access to create a category');
}

export function mayCreateRole(actor: Actor): Refusal | undefined {
  return mayCreate(actor, /*i18n*/ 'You dont have access to create a role');
}

export function mayCreateLevel(actor: Actor): Refusal | undefined {
  return mayCreate(actor, /*i18n*/ 'You dont have access to create a role level');
}

/** Changing names of categories and roles, and the category of a role. */
export function mayChangeRoles(actor: Actor): Refusal | undefined {
  return firstRefusal(needsPatch(actor), needsAdministrative(actor, NO_CHANGE));
}

interface Level extends AccessFlags {
  readonly name: string;
}

/** Changing a role's level changes everybody who has the role: the same rule as for one person. */
export function mayMoveRole(
  actor: Actor,
  context: {
    readonly isOwn: boolean;
    readonly from: Level | undefined;
    readonly to: Level;
  },
): Refusal | undefined {
  return firstRefusal(
    mayChangeRoles(actor),
    context.isOwn
      ? refuse('forbidden', /*i18n*/ 'You cannot change the level of your own role')
      : undefined,
    mayManageLevel(actor, context.from?.name),
    mayGrantLevel(actor, context.to),
  );
}

type LevelChange = Partial<Pick<RoleLevel, 'name' | 'order' | keyof AccessFlags>>;

/**
 * Limits of a new level: no reserved name, no flag that its creator does not have (product.md, 5).
 */
export function mayMakeLevel(actor: Actor, level: LevelChange): Refusal | undefined {
  return firstRefusal(mayCreateLevel(actor), freeName(level.name), onlyOwnFlags(actor, level));
}

/**
 * Level 1 is never changed: it has every flag, so that an organisation always has a person with all
 * rights. Levels 2 and 3 keep name and position, and only a higher level changes their flags.
 */
export function mayEditLevel(
  actor: Actor,
  level: Pick<RoleLevel, 'name'>,
  change: LevelChange,
): Refusal | undefined {
  const number = levelNumber(level.name);
  const isReserved = isReservedLevel(level.name);
  const renames = change.name !== undefined || change.order !== undefined;
  return firstRefusal(
    mayChangeRoles(actor),
    number === 1 ? refuse('forbidden', /*i18n*/ 'Level 1 always has full access') : undefined,
    number <= levelNumber(actor.level)
      ? refuse('forbidden', /*i18n*/ 'Only a higher level can change this level')
      : undefined,
    isReserved && renames
      ? refuse('forbidden', /*i18n*/ 'Levels 1 to 3 keep their name and order')
      : undefined,
    freeName(change.name),
    onlyOwnFlags(actor, change),
  );
}

/** "Level 1", and names that look like it. */
export function isReservedLevel(name: string): boolean {
  const read = name
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return /^level ?[123]$/i.test(read);
}

function mayCreate(actor: Actor, alert: string): Refusal | undefined {
  return firstRefusal(needsPost(actor, alert), needsAdministrative(actor, alert));
}

function freeName(name: string | undefined): Refusal | undefined {
  return name !== undefined && isReservedLevel(name)
    ? refuse('invalid', /*i18n*/ 'The names Level 1, Level 2 and Level 3 are reserved')
    : undefined;
}

const FLAGS = ['get_access', 'post_access', 'patch_access', 'delete_access'] as const;

function onlyOwnFlags(actor: Actor, change: Partial<AccessFlags>): Refusal | undefined {
  return FLAGS.some((flag) => change[flag] === true && !actor[flag])
    ? refuse('forbidden', /*i18n*/ 'You cannot give an access that you do not have')
    : undefined;
}

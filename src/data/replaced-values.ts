import type { Field, FieldOptions } from '../../model/entities/fields.ts';
import { labelOf } from '../../model/entities/fields.ts';
import type { Overwrite } from '../../model/entities/overwrite.ts';
import { entityOf } from '../../model/entities/registry.ts';
import type { Actor } from '../../model/permissions/actor.ts';
import { mayChangeCard } from '../../model/permissions/card.ts';
import { mayDismissOverwrite } from '../../model/permissions/overwrite.ts';
import { mayEditProject } from '../../model/permissions/project.ts';
import { mayEditWorkspace } from '../../model/permissions/workspace.ts';
import type { Refusal } from '../../model/shared/errors.ts';
import { type NamedOverwrite, overwritesOfPlaces } from '../../sync/client/index.ts';
import { i18n, translated } from '../i18n/i18n.ts';
import { useActor, useLive, useMutate } from './client.tsx';
import { useDismissOverwrite } from './overwrite-changes.ts';
import { nameWithState } from './person-name.ts';
import { usePeople } from './people.ts';
import { restoreValueOf } from './restore-value.ts';

/** One of the two values, with its author and its times by the server's and the device's clock. */
interface ReplacedSide {
  readonly who: string;
  readonly value: string;
  readonly at: string;
  readonly claimed_at: string | null;
}

/** A value of a card, project or workspace that was replaced unseen, as text (WRITE-4.6). */
export interface ReplacedValue {
  readonly id: string;
  readonly field: string;
  /** Name of the card, project or workspace. */
  readonly of: string | undefined;
  readonly lost: ReplacedSide;
  readonly kept: ReplacedSide;
  /** Writes the replaced value again; undefined without the right to. */
  readonly use: (() => void) | undefined;
  /** Undefined for everybody but the two people concerned. */
  readonly dismiss: (() => void) | undefined;
}

const RULES: Readonly<Record<string, (actor: Actor) => Refusal | undefined>> = {
  cards: mayChangeCard,
  projects: mayEditProject,
  workspaces: mayEditWorkspace,
};

/** Row of a device's restored value: no task is involved. */
const DEVICE = { projectOf: async () => undefined, isTeamGone: async () => true };

/**
 * Replaced values of a project with its cards, or of a workspace; undefined while they are read. `own`: only those that
 * concern the viewer.
 */
export function useReplacedValues(
  scope: string,
  { own = false }: { readonly own?: boolean } = {},
): readonly ReplacedValue[] | undefined {
  const actor = useActor();
  const people = usePeople();
  const found = useLive(async (db) => await overwritesOfPlaces(db, scope), [scope]);
  const mutate = useMutate();
  const dismiss = useDismissOverwrite();
  if (actor === undefined || people === undefined || found === undefined) return undefined;
  const nameOf = (id: string) => {
    const person = people.find((one) => one.id === id);
    return person === undefined ? i18n.t('Somebody') : nameWithState(person);
  };
  const restore = async ({ id, tbl, row, field, lost, kept }: Overwrite) => {
    const change = { field, before: lost, after: kept };
    const write = restoreValueOf({ table: tbl, row, changes: [change] }, change);
    if ((await write?.(mutate, DEVICE)) === true) await dismiss(id);
  };
  const concerned = found.filter((one) => !own || mayDismissOverwrite(actor, one) === undefined);
  return concerned.map((one) => {
    const isConcerned = mayDismissOverwrite(actor, one) === undefined;
    const mayUse = isConcerned && RULES[one.tbl]?.(actor) === undefined;
    return {
      ...textsOf(one, nameOf),
      use: mayUse ? () => void restore(one) : undefined,
      dismiss: isConcerned ? () => void dismiss(one.id) : undefined,
    };
  });
}

function textsOf(one: NamedOverwrite, nameOf: (id: string) => string) {
  const { id, tbl, field, name } = one;
  const options: Field | undefined = entityOf(tbl)?.fields[field];
  return {
    id,
    field: translated(labelOf(field, options)),
    of: name,
    lost: {
      who: nameOf(one.lost_by),
      value: textOfValue(one.lost, options),
      at: one.lost_at,
      claimed_at: one.lost_claimed_at,
    },
    kept: {
      who: nameOf(one.kept_by),
      value: textOfValue(one.kept, options),
      at: one.kept_at,
      claimed_at: one.kept_claimed_at,
    },
  };
}

/** Characters shown of a long description. */
const SHOWN = 240;

function textOfValue(value: unknown, options: FieldOptions | undefined): string {
  if (typeof value === 'boolean') return value ? i18n.t('yes') : i18n.t('no');
  if (typeof value !== 'string' || value === '') return i18n.t('none');
  if (options?.value === 'image') return i18n.t('an image');
  return value.length <= SHOWN ? value : `${value.slice(0, SHOWN)}…`;
}

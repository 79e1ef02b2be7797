import { labelOf } from '../../../model/entities/fields.ts';
import { entityOf } from '../../../model/entities/registry.ts';
import type { Task } from '../../../model/entities/task.ts';
import { mayDismissOverwrite } from '../../../model/permissions/overwrite.ts';
import { useActor } from '../../data/client.tsx';
import { useDismissOverwrite, useRestoreOverwrite } from '../../data/overwrite-changes.ts';
import type { NamedOverwrite } from '../../data/overwrites.ts';
import { i18n, translated } from '../../i18n/i18n.ts';
import { ReplacedValues } from '../../ui/layout/replaced-values.tsx';
import { changeMessage, type NameOf } from './activity-text.ts';
import { useHistoryNames } from './history-entry.tsx';

interface Props {
  readonly task: Task;
  readonly overwrites: readonly NamedOverwrite[];
}

/** Values of a task that somebody replaced without having seen them (WRITE-4.6); the two people decide. */
export function OverwrittenValues({ task, overwrites }: Props) {
  const nameOf = useHistoryNames(task);
  const actor = useActor();
  const dismiss = useDismissOverwrite();
  const restore = useRestoreOverwrite(task);
  const values = overwrites.map((one) => {
    const isConcerned = actor !== undefined && mayDismissOverwrite(actor, one) === undefined;
    const { field, lost, kept } = textOf(one, nameOf);
    return {
      id: one.id,
      field,
      of: one.name,
      lost: {
        who: nameOf('people', one.lost_by) ?? i18n.t('Somebody'),
        value: lost,
        at: one.lost_at,
        claimed_at: one.lost_claimed_at,
      },
      kept: {
        who: nameOf('people', one.kept_by) ?? i18n.t('Somebody'),
        value: kept,
        at: one.kept_at,
        claimed_at: one.kept_claimed_at,
      },
      use: isConcerned ? () => void restore(one) : undefined,
      dismiss: isConcerned ? () => void dismiss(one.id) : undefined,
    };
  });
  return <ReplacedValues values={values} />;
}

function textOf({ tbl, field, lost, kept }: NamedOverwrite, nameOf: NameOf) {
  const fields = entityOf(tbl)?.fields ?? {};
  const changes = [{ field, before: lost, after: kept }];
  const [text] = changeMessage({ changes }, nameOf, fields);
  return {
    field: text?.field ?? translated(labelOf(field, fields[field])),
    lost: text?.before ?? '',
    kept: text?.after ?? '',
  };
}

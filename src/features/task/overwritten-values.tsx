import { Button, Group } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { labelOf } from '../../../model/entities/fields.ts';
import { entityOf } from '../../../model/entities/registry.ts';
import type { Task } from '../../../model/entities/task.ts';
import { mayDismissOverwrite } from '../../../model/permissions/overwrite.ts';
import { useActor } from '../../data/client.tsx';
import { useDismissOverwrite, useRestoreOverwrite } from '../../data/overwrite-changes.ts';
import type { NamedOverwrite } from '../../data/overwrites.ts';
import { i18n, translated } from '../../i18n/i18n.ts';
import { useNow } from '../../ui/hooks/use-now.ts';
import { formatInstant } from '../../ui/text/date-format.ts';
import { formatMoment } from '../../ui/text/locale.ts';
import { changeMessage, claimOf, type NameOf } from './activity-text.ts';
import { useHistoryNames } from './history-entry.tsx';
import styles from './overwritten-values.module.css';

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
  const titleId = useId();
  const texts = overwrites.map((overwrite) => ({ overwrite, ...textOf(overwrite, nameOf) }));
  return (
    <section className={styles['box']} aria-labelledby={titleId}>
      <h3 id={titleId} className={styles['title']}>
        {i18n.t('Replaced without having been seen')}
      </h3>
      <ul className={styles['list']}>
        {texts.map(({ overwrite, field, lost, kept }) => (
          <li key={overwrite.id} className={styles['item']}>
            <p className={styles['field']}>
              {field}
              {overwrite.subtask !== undefined && (
                <span className={styles['muted']}> · {overwrite.subtask}</span>
              )}
            </p>
            <Value
              who={nameOf('people', overwrite.lost_by)}
              value={<del>{lost}</del>}
              at={overwrite.lost_at}
              claimed_at={overwrite.lost_claimed_at}
            />
            <Value
              who={nameOf('people', overwrite.kept_by)}
              value={<ins>{kept}</ins>}
              at={overwrite.kept_at}
              claimed_at={overwrite.kept_claimed_at}
            />
            {actor !== undefined && mayDismissOverwrite(actor, overwrite) === undefined && (
              <Group gap="xs">
                <Button size="compact-xs" variant="default" onClick={() => void restore(overwrite)}>
                  {i18n.t('Use {value}', { value: lost })}
                </Button>
                <Button
                  size="compact-xs"
                  variant="subtle"
                  color="gray"
                  onClick={() => void dismiss(overwrite.id)}
                >
                  {i18n.t('Got it')}
                </Button>
              </Group>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

interface ValueProps {
  readonly who: string | undefined;
  readonly value: ReactNode;
  readonly at: string;
  readonly claimed_at: string | null;
}

function Value({ who = i18n.t('Somebody'), value, at, claimed_at }: ValueProps) {
  const now = useNow(60_000);
  const when = (iso: string) => formatInstant(iso, now, new Date(now).getTimezoneOffset());
  const claim = claimOf({ at, claimed_at });
  return (
    <p className={styles['value']}>
      <strong>{who}</strong> {value}{' '}
      <span className={styles['muted']}>
        <time dateTime={at} title={formatMoment(at)}>
          {when(at)}
        </time>
        {claim !== undefined &&
          i18n.t(", done {when} by the device's clock", { when: when(claim) })}
      </span>
    </p>
  );
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

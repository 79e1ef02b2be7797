import { Button } from '@mantine/core';
import type { ActivityEntry } from '../../../data/activity.ts';
import { shownName } from '../../../data/person-name.ts';
import { restoreValueOf } from '../../../data/restore-value.ts';
import { i18n, message, translated } from '../../../i18n/i18n.ts';
import { Trans } from '../../../i18n/rich.tsx';
import { formatInstant } from '../../../ui/text/date-format.ts';
import { PersonAvatar } from '../../../ui/marks/person-avatar.tsx';
import { RowMark } from '../../../ui/marks/row-mark.tsx';
import { showToast } from '../../../ui/overlays/toasts.tsx';
import list from '../log-list.module.css';
import styles from './activity-tab.module.css';
import { fieldLabel, kindOf, type NameOf, titleOf, formatValue } from './activity-format.ts';

interface ActivityItemProps {
  readonly entry: ActivityEntry;
  readonly nameOf: NameOf;
  readonly now: number;
  /** Restores an old value; undefined for an own entry that the server does not have yet. */
  readonly onRestoreValue?: RestoreValueOf;
  /** True when the row is deleted: it can be restored as a whole, but no value of it. */
  readonly isGone?: boolean;
  /** Reason why the server rejected the change. */
  readonly refusal?: string | undefined;
}

type RestoreValueOf = (
  entry: ActivityEntry,
  change: ActivityEntry['changes'][number],
) => Promise<boolean>;

/** One row changed by one write: person, time, old and new values. */
export function ActivityItem(props: ActivityItemProps) {
  const { entry, nameOf, now, onRestoreValue, isGone = false, refusal } = props;
  const who = shownName(entry.by.display_name) || i18n.t('Somebody');
  const fields = entry.changes.filter(({ field }) => field !== '' && field !== '*');
  const removed = entry.changes.find(({ field }) => field === '*');
  return (
    <li className={list['item']}>
      <PersonAvatar name={who} size={26} tooltip={false} />
      <div className={list['body']}>
        <p className={styles['line']}>
          <Sentence
            action={entry.action}
            kind={kindOf(entry.table)}
            who={who}
            title={titleOf(entry, nameOf)}
          />
          <time className={styles['time']} dateTime={entry.at} title={claimMessage(entry, now)}>
            {formatInstant(entry.at, now)}
          </time>
          {onRestoreValue === undefined ? (
            <span className={styles['mark']}>
              <RowMark mark={refusal === undefined ? 'waiting' : 'rejected'} />
            </span>
          ) : null}
        </p>
        {refusal === undefined ? null : (
          <p className={styles['refused']} role="alert">
            {i18n.t('Not put back: {reason}', { reason: translated(refusal) })}
          </p>
        )}
        {fields.length === 0 ? null : (
          <ul className={styles['changes']}>
            {fields.map((change) => (
              <ChangeLine
                key={change.field}
                {...{ entry, change, nameOf, onRestoreValue: isGone ? undefined : onRestoreValue }}
              />
            ))}
          </ul>
        )}
        {removed === undefined || !isGone ? null : (
          <RestoreValueButton
            entry={entry}
            change={removed}
            nameOf={nameOf}
            onRestoreValue={onRestoreValue}
          />
        )}
      </div>
    </li>
  );
}

interface SentenceProps {
  readonly action: ActivityEntry['action'];
  readonly kind: string;
  readonly who: string;
  readonly title: string;
}

const SENTENCES = {
  created: message('<0/> created the {kind} <1/>'),
  changed: message('<0/> changed the {kind} <1/>'),
  removed: message('<0/> removed the {kind} <1/>'),
} as const;

/** `Ada changed the task Roof`. The names are elements: markup in them is text. */
function Sentence({ action, kind, who, title }: SentenceProps) {
  return (
    <Trans
      id={SENTENCES[action].id}
      values={{ kind }}
      components={[<strong key="who">{who}</strong>, <strong key="title">{title}</strong>]}
    />
  );
}

interface ChangeLineProps {
  readonly entry: ActivityEntry;
  readonly change: ActivityEntry['changes'][number];
  readonly nameOf: NameOf;
  readonly onRestoreValue: RestoreValueOf | undefined;
}

function ChangeLine({ entry, change, nameOf, onRestoreValue }: ChangeLineProps) {
  const { field, before, after } = change;
  const at = { table: entry.table, field };
  return (
    <li className={styles['change']}>
      <span className={styles['field']}>{fieldLabel(entry.table, field)}</span>
      <span className={styles['values']}>
        <del className={styles['old']}>{formatValue(at, before, nameOf)}</del>
        <span aria-hidden="true"> → </span>
        <ins className={styles['new']}>{formatValue(at, after, nameOf)}</ins>
      </span>
      <RestoreValueButton {...{ entry, change, nameOf, onRestoreValue }} />
    </li>
  );
}

function RestoreValueButton({ entry, change, nameOf, onRestoreValue }: ChangeLineProps) {
  if (onRestoreValue === undefined || restoreValueOf(entry, change) === undefined) return null;
  const run = async () => {
    if (await onRestoreValue(entry, change)) showToast({ message: i18n.t('Put back as it was') });
  };
  return (
    <Button
      size="compact-xs"
      variant="subtle"
      className={styles['back'] ?? ''}
      aria-label={restoreMessage(entry, change, nameOf)}
      onClick={() => void run()}
    >
      {i18n.t('Put back')}
    </Button>
  );
}

function restoreMessage(
  entry: ActivityEntry,
  { field }: ActivityEntry['changes'][number],
  nameOf: NameOf,
): string {
  const title = titleOf(entry, nameOf);
  const row =
    entry.name === ''
      ? i18n.t('the {kind} {title}', { kind: kindOf(entry.table), title }).trim()
      : title;
  return field === '*'
    ? i18n.t('Put back the removed one of {row}', { row })
    : i18n.t('Put back {field} of {row}', { field: fieldLabel(entry.table, field), row });
}

/** Both times when they differ: offline work arrives later. */
function claimMessage(entry: ActivityEntry, now: number): string {
  const received = formatInstant(entry.at, now);
  return entry.claimed_at === null
    ? i18n.t('Received {received}', { received })
    : i18n.t("Received {received}, done {done} by the device's clock", {
        received,
        done: formatInstant(entry.claimed_at, now),
      });
}

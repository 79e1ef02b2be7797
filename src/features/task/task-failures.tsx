import { Button, Group } from '@mantine/core';
import type { Task } from '../../../model/entities/task.ts';
import { type OutboxItem, useOutbox } from '../../data/outbox.ts';
import { useDecide, useTextChoice } from '../../data/outbox-decisions.ts';
import { i18n, translated } from '../../i18n/i18n.ts';
import { useDialogs } from '../../ui/overlays/dialogs.tsx';
import { copyOwnText } from '../../ui/text/copy-own-text.ts';
import { TwoVersions } from '../../ui/text/two-versions.tsx';
import classes from './task-panel.module.css';

/** Problems of this task that need the person: two versions of its description, rejected changes. */
export function TaskFailures({ task }: { readonly task: Task }) {
  return <RowFailure table="tasks" rowId={task.id} what={i18n.t('the description')} />;
}

interface RowFailureProps {
  readonly table: string;
  readonly rowId: string;
  readonly what: string;
}

export function RowFailure({ table, rowId, what }: RowFailureProps) {
  const items = useOutbox()?.filter((item) => item.table === table && item.rowId === rowId);
  return <Failures items={items ?? []} what={what} />;
}

interface RejectedCommentsProps {
  readonly task: Task;
  /** Ids of the listed comments: their problems are shown beside them. */
  readonly listed: ReadonlySet<string>;
}

/** Rejected comments have no rows any more, so they are shown with their task. */
export function RejectedComments({ task, listed }: RejectedCommentsProps) {
  const items = useOutbox()?.filter(
    (item) =>
      item.table === 'comments' &&
      !listed.has(item.rowId) &&
      item.parents.some((parent) => parent.table === 'tasks' && parent.id === task.id),
  );
  return <Failures items={items ?? []} what={i18n.t('this comment')} />;
}

interface FailuresProps {
  readonly items: readonly OutboxItem[];
  readonly what: string;
}

function Failures({ items, what }: FailuresProps) {
  const failing = items.filter(
    ({ state }) => state === 'conflict' || state === 'rejected' || state === 'quarantined',
  );
  if (failing.length === 0) return null;
  return (
    <div className={classes.troubles}>
      {failing.map((item) =>
        item.mine === undefined || item.theirs === undefined ? (
          <Failure key={item.id} item={item} />
        ) : (
          <Conflict key={item.id} item={item} what={what} mine={item.mine} theirs={item.theirs} />
        ),
      )}
    </div>
  );
}

interface ConflictProps {
  readonly item: OutboxItem;
  readonly what: string;
  readonly mine: string;
  readonly theirs: string;
}

function Conflict({ item, ...texts }: ConflictProps) {
  const { choose, ...rest } = useTextChoice(item, useDecide());
  return <TwoVersions {...texts} {...rest} onChoose={(choice) => void choose(choice)} />;
}

function Failure({ item }: { readonly item: OutboxItem }) {
  const decide = useDecide();
  const dialogs = useDialogs();
  const discard = async () => {
    const sure = await dialogs.confirm({
      title: i18n.t('Discard this change?'),
      message: i18n.t('Your text in it is deleted as well.'),
      confirm: i18n.t('Discard'),
      danger: true,
    });
    if (sure) await decide((account) => account.discard(item.id));
  };
  return (
    <section className={classes.trouble} aria-label={i18n.t('A change was not accepted')}>
      <p className={classes.troubleText}>
        <strong>{i18n.t(item.description)}</strong>:{' '}
        {item.reason === undefined ? i18n.t('An error occurred') : translated(item.reason)}
      </p>
      {item.ownText !== '' && <p className={classes.ownText}>{item.ownText}</p>}
      <Group gap="xs">
        <Button
          size="compact-xs"
          variant="default"
          onClick={() => void decide((account) => account.retry(item.id))}
        >
          {i18n.t('Try again')}
        </Button>
        {item.ownText !== '' && (
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => void copyOwnText(item.ownText)}
          >
            {i18n.t('Copy my text')}
          </Button>
        )}
        <Button size="compact-xs" variant="subtle" color="gray" onClick={() => void discard()}>
          {i18n.t('Discard')}
        </Button>
      </Group>
    </section>
  );
}

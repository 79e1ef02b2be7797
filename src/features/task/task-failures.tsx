import { Button, Group } from '@mantine/core';
import type { Task } from '../../../model/entities/task.ts';
import { useAccount } from '../../data/client.tsx';
import { type OutboxItem, useOutbox } from '../../data/outbox.ts';
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
  const account = useAccount();
  const dialogs = useDialogs();
  const failing = items.filter(
    ({ state }) => state === 'conflict' || state === 'rejected' || state === 'quarantined',
  );
  if (account === undefined || failing.length === 0) return null;
  const discard = async (id: string) => {
    const sure = await dialogs.confirm({
      title: i18n.t('Discard this change?'),
      message: i18n.t('Your words in it are gone then.'),
      confirm: i18n.t('Discard'),
      danger: true,
    });
    if (sure) await account.discard(id);
  };
  const entries = failing.map((item) =>
    item.state === 'conflict' && item.mine !== undefined && item.theirs !== undefined ? (
      <TwoVersions
        key={item.id}
        what={what}
        mine={item.mine}
        theirs={item.theirs}
        onChoose={(choice) => void account.chooseText(item.id, choice)}
      />
    ) : (
      <section
        key={item.id}
        className={classes.trouble}
        aria-label={i18n.t('A change was not accepted')}
      >
        <p className={classes.troubleText}>
          <strong>{i18n.t(item.description)}</strong>:{' '}
          {item.reason === undefined ? i18n.t('An error occurred') : translated(item.reason)}
        </p>
        {item.ownText !== '' && <p className={classes.ownText}>{item.ownText}</p>}
        <Group gap="xs">
          <Button size="compact-xs" variant="default" onClick={() => void account.retry(item.id)}>
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
          <Button
            size="compact-xs"
            variant="subtle"
            color="gray"
            onClick={() => void discard(item.id)}
          >
            {i18n.t('Discard')}
          </Button>
        </Group>
      </section>
    ),
  );
  return <div className={classes.troubles}>{entries}</div>;
}

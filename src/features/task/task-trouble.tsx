import { Button, Group } from '@mantine/core';
import type { Task } from '../../../model/entities/task.ts';
import { useAccount } from '../../data/client.tsx';
import { useOutbox } from '../../data/sync-status.ts';
import { useDialogs } from '../../ui/dialogs.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { TwoVersions } from '../../ui/two-versions.tsx';
import classes from './task-panel.module.css';

/** What needs the person about this task, beside the thing itself: two versions of its description, refused changes. */
export function TaskTrouble({ task }: { readonly task: Task }) {
  return <RowTrouble table="tasks" rowId={task.id} what="the description" />;
}

interface RowTroubleProps {
  readonly table: string;
  readonly rowId: string;
  readonly what: string;
}

export function RowTrouble({ table, rowId, what }: RowTroubleProps) {
  const account = useAccount();
  const dialogs = useDialogs();
  const items = useOutbox()?.filter(
    (item) =>
      item.table === table &&
      item.rowId === rowId &&
      (item.state === 'conflict' || item.state === 'rejected' || item.state === 'quarantined'),
  );
  if (items === undefined || items.length === 0 || account === undefined) return null;
  const discard = async (id: string) => {
    const sure = await dialogs.confirm({
      title: 'Discard this change?',
      message: 'Your words in it are gone then.',
      confirm: 'Discard',
      danger: true,
    });
    if (sure) await account.discard(id);
  };
  return items.map((item) =>
    item.state === 'conflict' && item.mine !== undefined && item.theirs !== undefined ? (
      <TwoVersions
        key={item.id}
        what={what}
        mine={item.mine}
        theirs={item.theirs}
        onChoose={(choice) => void account.chooseText(item.id, choice)}
      />
    ) : (
      <section key={item.id} className={classes.trouble} aria-label="A change was not accepted">
        <p className={classes.troubleText}>
          <strong>{item.description}</strong>
          {item.reason === undefined ? '' : `: ${item.reason}`}
        </p>
        {item.ownText !== '' && <p className={classes.ownText}>{item.ownText}</p>}
        <Group gap="xs">
          <Button size="compact-xs" variant="default" onClick={() => void account.retry(item.id)}>
            Try again
          </Button>
          {item.ownText !== '' && (
            <Button
              size="compact-xs"
              variant="default"
              onClick={async () => {
                await navigator.clipboard.writeText(item.ownText);
                showToast({ message: 'Copied' });
              }}
            >
              Copy my text
            </Button>
          )}
          <Button
            size="compact-xs"
            variant="subtle"
            color="gray"
            onClick={() => void discard(item.id)}
          >
            Discard
          </Button>
        </Group>
      </section>
    ),
  );
}

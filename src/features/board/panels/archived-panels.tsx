import { Button } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import type { Task } from '../../../../model/entities/task.ts';
import { assigneesOf } from '../../../../model/entities/task.ts';
import { nameIn } from '../../../data/person-name.ts';
import { isDeleted } from '../../../../model/shared/erasure.ts';
import { plainText } from '../../../../model/shared/plain-text.ts';
import { i18n } from '../../../i18n/i18n.ts';
import { type ArchivedCard, useArchiveCard, useArchivedCards } from '../../../data/cards.ts';
import { useFile } from '../../../data/files.ts';
import { erasureDay, useEraseDays } from '../../../data/deletion.ts';
import { useArchiveTask } from '../../../data/archive-task.ts';
import { useReturnTask } from '../../../data/return-task.ts';
import { areTasksMissing, useProjectTasks } from '../../../data/project-details.ts';
import { useIsReachable } from '../../../data/sync-status.ts';
import { useArchivedTasks } from '../../../data/find-tasks.ts';
import { dateInFull, formatDate } from '../../../ui/text/date-format.ts';
import { EmptyState } from '../../../ui/layout/empty-state.tsx';
import { FlagMark } from '../../../ui/marks/flag-mark.tsx';
import { Panel } from '../../../ui/overlays/panel.tsx';
import { TasksNotice } from '../../../ui/layout/tasks-notice.tsx';
import { showToast } from '../../../ui/overlays/toasts.tsx';
import { usePassedFocus } from '../../../ui/focus/use-passed-focus.ts';
import classes from './archived-panels.module.css';
import type { BoardData } from '../board-context.ts';

interface Props {
  readonly project: string;
  readonly data: BoardData;
  readonly onClose: () => void;
}

/** Duration of the "unarchived" toast (board spec, 8). Milliseconds. */
const DURATION = 3000;
/** Rows rendered at first and added on demand. */
const PAGE = 50;

/** Archived Tasks: one unarchive button per item (board spec, 2). */
export function ArchivedTasksPanel({ project, data, onClose }: Props) {
  const all = useArchivedTasks(project);
  const tasks = all?.filter((task) => !isDeleted(task));
  const deleted = all?.filter(isDeleted) ?? [];
  const isReachable = useIsReachable();
  const back = useReturnTask();
  const archiveAgain = useArchiveTask();
  const unarchive = async (task: Task) => {
    const refusal = await back.unarchive(task, {
      undo: () => archiveAgain(task.id, false),
      duration: DURATION,
    });
    if (refusal?.code !== 'forbidden') return;
    showToast({
      message: i18n.t('Permission required to unarchive task.'),
      kind: 'error',
      duration: DURATION,
    });
  };
  return (
    <Panel title={i18n.t('Archived Tasks')} width={480} onClose={onClose}>
      {data.lacksTasks ? <TasksNotice isReachable={isReachable} /> : null}
      <Pages
        items={tasks}
        empty={data.lacksTasks ? '' : i18n.t('No archived tasks')}
        hint={data.lacksTasks ? '' : i18n.t('Archive a task from its menu; it waits here.')}
      >
        {(task) => (
          <ArchivedTask
            key={task.id}
            task={task}
            data={data}
            onUnarchive={() => void unarchive(task)}
          />
        )}
      </Pages>
      {deleted.length > 0 && (
        <section aria-labelledby="deleted-tasks">
          <h3 id="deleted-tasks" className={classes.heading}>
            {i18n.t('Deleted')}
          </h3>
          <Pages items={deleted} empty="" hint="">
            {(task) => (
              <DeletedTask key={task.id} task={task} onRestore={() => void back.restore(task)} />
            )}
          </Pages>
        </section>
      )}
    </Panel>
  );
}

interface ArchivedTaskProps {
  readonly task: Task;
  readonly data: BoardData;
  readonly onUnarchive: () => void;
}

function ArchivedTask({ task, data, onUnarchive }: ArchivedTaskProps) {
  const flag = task.flag === null ? undefined : data.flags.get(task.flag);
  const names = assigneesOf(task).map((id) => nameIn(data.people, id));
  const special = data.actor?.specialRole === true;
  const description =
    task.description === '' ? i18n.t('No description provided') : plainText(task.description);
  return (
    <ArchivedItem name={task.name} onUnarchive={onUnarchive}>
      {task.document !== null && <ArchivedImage id={task.document} />}
      <div className={classes.words}>
        <div className={classes.name}>{task.name}</div>
        {!special && <p className={classes.description}>{description}</p>}
        <div className={classes.meta}>
          {task.end_date !== null && (
            <time dateTime={task.end_date} title={dateInFull(task.end_date)}>
              {formatDate(task.end_date, data.today)}
            </time>
          )}
          {flag !== undefined && (
            <span className={classes.flag}>
              <FlagMark name={flag.name} colour={flag.colour_code} /> {flag.name}
            </span>
          )}
          <span>{names.length === 0 ? i18n.t('Not assigned') : names.join(', ')}</span>
        </div>
      </div>
    </ArchivedItem>
  );
}

interface DeletedTaskProps {
  readonly task: Task;
  readonly onRestore: () => void;
}

function DeletedTask({ task, onRestore }: DeletedTaskProps) {
  const { name, deleted_at } = task;
  const day = erasureDay(deleted_at ?? '', useEraseDays());
  return (
    <ArchivedItem name={name} isDeleted onUnarchive={onRestore}>
      <div className={classes.words}>
        <div className={classes.name}>{name}</div>
        <div className={classes.meta}>
          {i18n.t('Erased after {date}', { date: dateInFull(day) })}
        </div>
      </div>
    </ArchivedItem>
  );
}

interface ArchivedItemProps {
  readonly name: string;
  readonly isDeleted?: boolean;
  readonly onUnarchive: () => void;
  readonly children: ReactNode;
}

/** Archived item with its details and its restore button. */
function ArchivedItem({ name, isDeleted = false, onUnarchive, children }: ArchivedItemProps) {
  const item = useRef<HTMLLIElement>(null);
  usePassedFocus(item);
  return (
    <li ref={item} className={classes.item}>
      {children}
      <Button
        size="xs"
        variant="default"
        onClick={onUnarchive}
        aria-label={
          isDeleted ? i18n.t('Restore {name}', { name }) : i18n.t('Unarchive {name}', { name })
        }
      >
        {isDeleted ? i18n.t('Restore') : i18n.t('Unarchive')}
      </Button>
    </li>
  );
}

function ArchivedImage({ id }: { readonly id: string }) {
  const file = useFile(id);
  if (file?.kind !== 'image' || file.smallUrl === undefined) return null;
  return <img className={classes.image} src={file.smallUrl} alt="" />;
}

/** Archived columns with their number of tasks (board spec, 2; levels 1 to 3). */
export function ArchivedCardsPanel({ project, onClose }: Omit<Props, 'data'>) {
  const cards = useArchivedCards(project);
  // The number of tasks of a card is known once all of them are here.
  const lacksTasks = areTasksMissing(useProjectTasks(project));
  const archive = useArchiveCard();
  const unarchive = async ({ card }: ArchivedCard) => {
    await archive(card.id, true, {
      subject: card.name,
      undo: () => archive(card.id, false),
      duration: DURATION,
    });
  };
  return (
    <Panel title={i18n.t('Archived Cards')} width={480} onClose={onClose}>
      <Pages
        items={cards}
        empty={i18n.t('No archived cards')}
        hint={i18n.t('Archive a card from its menu; it waits here.')}
      >
        {(archived) => (
          <ArchivedItem
            key={archived.card.id}
            name={archived.card.name}
            onUnarchive={() => void unarchive(archived)}
          >
            <div className={classes.words}>
              <div className={classes.name}>{archived.card.name}</div>
              <div className={classes.meta}>
                {lacksTasks
                  ? ''
                  : i18n.t('({count, plural, one {# task} other {# tasks}})', {
                      count: archived.tasks,
                    })}
              </div>
            </div>
          </ArchivedItem>
        )}
      </Pages>
    </Panel>
  );
}

interface PagesProps<Item> {
  readonly items: readonly Item[] | undefined;
  readonly empty: string;
  readonly hint: string;
  readonly children: (item: Item) => ReactNode;
}

function Pages<Item>({ items, empty, hint, children }: PagesProps<Item>) {
  const [shown, setShown] = useState(PAGE);
  const isEmpty = items?.length === 0;
  if (items === undefined || (isEmpty && empty === '')) return null;
  if (isEmpty) return <EmptyState text={empty} hint={hint} />;
  return (
    <>
      <ul className={classes.list}>{items.slice(0, shown).map(children)}</ul>
      {items.length > shown && (
        <Button variant="subtle" fullWidth onClick={() => setShown(shown + PAGE)}>
          {i18n.t('Show {count} more of {total}', {
            count: Math.min(PAGE, items.length - shown),
            total: items.length,
          })}
        </Button>
      )}
    </>
  );
}

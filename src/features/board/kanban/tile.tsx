import {
  IconCheck,
  IconDots,
  IconMessageCircle,
  IconPaperclip,
  IconSubtask,
} from '@tabler/icons-react';
import { type KeyboardEvent, memo, Suspense, useLayoutEffect, useRef } from 'react';
import type { Task } from '../../../../model/entities/task.ts';
import { isOverdue } from '../../../../model/shared/dates.ts';
import { plainText } from '../../../../model/shared/plain-text.ts';
import { i18n } from '../../../i18n/i18n.ts';
import { type Completion, completionOf } from '../../../data/task-completion.ts';
import { dateInFull, formatDate } from '../../../ui/text/date-format.ts';
import { FlagMark } from '../../../ui/marks/flag-mark.tsx';
import { RowMark } from '../../../ui/marks/row-mark.tsx';
import { AssigneeFaces } from '../assignee-faces.tsx';
import { type BoardData, completionLabel, useBoardActions } from '../board-context.ts';
import { PARTS } from '../board-parts.ts';
import { CompletionControl } from '../completion-control.tsx';
import type { TileExtras } from '../drag/board-columns.ts';
import { grabbing } from '../drag/grab.ts';
import classes from './tile.module.css';
import { prefetch } from '../../../ui/prefetch.ts';

const { Component: TileImage } = prefetch(async () => (await import('./tile-image.tsx')).TileImage);
const { Component: ColdMark } = prefetch(async () => (await import('./cold-mark.tsx')).ColdMark);
const { Component: TileMenu } = PARTS.tileMenu;

interface TileProps extends TileExtras {
  readonly task: Task;
  readonly data: BoardData;
  readonly selected: boolean;
  /** True while it is moved by keyboard. */
  readonly lifted: boolean;
  readonly menuOpen: boolean;
  /** Selected or not; undefined without a selection. */
  readonly chosen: boolean | undefined;
  /** Position of the drop, where the animation starts; undefined when the tile was not dragged. */
  readonly dropFrom: DOMRect | undefined;
  /** True for the one tile of the column in the tab order. */
  readonly tabbable: boolean;
  readonly onFocus: (taskId: string) => void;
}

/** Task on the board. The name is the only tab stop; the whole tile opens and drags. */
export const Tile = memo(function Tile(props: TileProps) {
  const { task, data, selected, lifted, menuOpen, dropFrom, chosen } = props;
  const actions = useBoardActions();
  const article = useRef<HTMLElement>(null);
  useDropMotion(article, dropFrom);
  return (
    <article
      ref={article}
      className={classes.tile}
      {...tileMarks(task, data)}
      data-selected={selected || undefined}
      data-lifted={lifted || undefined}
      data-chosen={chosen === true || undefined}
      {...grabbing(actions.grab, { kind: 'task', name: task.name, task })}
      data-own-escape={lifted || undefined}
    >
      <TileFace {...props} />
      {chosen === undefined ? (
        <button
          type="button"
          className={classes.more}
          aria-label={i18n.t('Actions for {name}', { name: task.name })}
          aria-haspopup="menu"
          aria-expanded={menuOpen}
          tabIndex={props.tabbable ? 0 : -1}
          onClick={() => actions.openMenu(menuOpen ? undefined : task.id)}
        >
          <IconDots size={16} stroke={1.5} aria-hidden />
        </button>
      ) : (
        <span className={classes.choice} aria-hidden>
          {chosen && <IconCheck size={13} stroke={2.5} />}
        </span>
      )}
      {menuOpen && (
        <Suspense>
          <TileMenu task={task} data={data} />
        </Suspense>
      )}
    </article>
  );
});

/** Attributes that colour the whole tile. */
export function tileMarks(task: Task, { today }: BoardData) {
  return {
    'data-overdue': isOverdue(task, today) || undefined,
    'data-done': task.is_completed || undefined,
  };
}

type TileFaceProps = Pick<TileProps, 'task' | 'data' | 'tabbable'> &
  Partial<TileExtras & Pick<TileProps, 'onFocus' | 'chosen'>>;

/** Content of a tile, also shown by the drag overlay. */
export function TileFace(props: TileFaceProps) {
  const { task, data, tabbable, onFocus } = props;
  const actions = useBoardActions();
  const completion = completionOf(task, data.actor);
  const showsDescription = task.description !== '' && data.actor?.specialRole !== true;
  return (
    <>
      {task.document !== null && (
        <Suspense fallback={<div className={classes.band} />}>
          <TileImage id={task.document} />
        </Suspense>
      )}
      <div className={classes.head}>
        <CompletionControl
          name={task.name}
          completion={completion}
          text={completionLabel(task, completion, data)}
          tabbable={tabbable}
          onToggle={() => actions.toggle(task)}
        />
        <button
          type="button"
          className={classes.name}
          data-task-name={task.id}
          tabIndex={tabbable ? 0 : -1}
          aria-describedby="board-keys"
          aria-pressed={props.chosen}
          onFocus={onFocus === undefined ? undefined : () => onFocus(task.id)}
          onKeyDown={(event: KeyboardEvent) => actions.tileKey(event, task)}
          onClick={(event) => actions.click(event, task)}
        >
          {task.name}
        </button>
      </div>
      {showsDescription && <p className={classes.description}>{plainText(task.description)}</p>}
      <TileMeta {...props} completion={completion} />
    </>
  );
}

type TileMetaProps = Pick<TileFaceProps, 'task' | 'data' | keyof TileExtras> & {
  readonly completion: Completion;
};

/** One row: date, priority, label, subtasks n/m, completed assignees, comments, files, assignee. */
function TileMeta(props: TileMetaProps) {
  const {
    task,
    data,
    comments = 0,
    files = 0,
    subtasks = 0,
    subtasksDone = 0,
    mark,
    completion,
  } = props;
  const flag = task.flag === null ? undefined : data.flags.get(task.flag);
  const label = task.label === null ? undefined : data.labels.get(task.label);
  const overdue = isOverdue(task, data.today);
  return (
    <div className={classes.meta}>
      {task.end_date !== null && (
        <time
          className={classes.date}
          dateTime={task.end_date}
          data-overdue={overdue || undefined}
          data-tip={dueTip(task.end_date, overdue)}
        >
          {formatDate(task.end_date, data.today)}
          {overdue && <span className={classes.hidden}>, {i18n.t('overdue')}</span>}
        </time>
      )}
      {flag !== undefined && <FlagMark name={flag.name} colour={flag.colour_code} />}
      {label !== undefined && (
        <span className={classes.label} data-tip={i18n.t('Label: {name}', { name: label.name })}>
          <span className={classes.hidden}>{i18n.t('Label')} </span>
          {label.name}
        </span>
      )}
      {subtasks > 0 && (
        <span
          className={classes.count}
          data-all={subtasksDone === subtasks || undefined}
          data-tip={i18n.t('{done} of {all} subtasks done', {
            done: subtasksDone,
            all: subtasks,
          })}
        >
          <IconSubtask size={14} stroke={1.5} aria-hidden />
          {subtasksDone}/{subtasks}
          <span className={classes.hidden}> {i18n.t('subtasks done')}</span>
        </span>
      )}
      {completion.asked > 1 && (
        <span className={classes.count} data-tip={i18n.t('Assignees who have ticked')}>
          <IconCheck size={14} stroke={1.5} aria-hidden />
          {completion.done}/{completion.asked}
          <span className={classes.hidden}> {i18n.t('assignees have ticked')}</span>
        </span>
      )}
      {comments > 0 && (
        <span className={classes.count}>
          <IconMessageCircle size={14} stroke={1.5} aria-hidden />
          {comments}
          <span className={classes.hidden}>
            {' '}
            {i18n.t('{count, plural, one {comment} other {comments}}', { count: comments })}
          </span>
        </span>
      )}
      {files > 0 && (
        <span className={classes.count}>
          <IconPaperclip size={14} stroke={1.5} aria-hidden />
          {files}
          <span className={classes.hidden}>
            {' '}
            {i18n.t('{count, plural, one {file} other {files}}', { count: files })}
          </span>
        </span>
      )}
      {data.isHot && (
        <Suspense>
          <ColdMark task={task} />
        </Suspense>
      )}
      <RowMark mark={mark} />
      <AssigneeFaces task={task} people={data.people} />
    </div>
  );
}

function dueTip(end: string, isLate: boolean): string {
  const date = dateInFull(end);
  return isLate ? i18n.t('Due {date}, overdue', { date }) : i18n.t('Due {date}', { date });
}

/** Animates a tile from its drop position to its final one (look.md: dropping never jumps). */
function useDropMotion(
  article: { readonly current: HTMLElement | null },
  from: DOMRect | undefined,
): void {
  useLayoutEffect(() => {
    const node = article.current;
    if (node === null || from === undefined || prefersStill()) return;
    const to = node.getBoundingClientRect();
    const shift = `translate(${from.left - to.left}px, ${from.top - to.top}px)`;
    node.animate(
      [
        { transform: shift, zIndex: 5 },
        { transform: 'none', zIndex: 5 },
      ],
      {
        duration: 150,
        easing: 'ease-out',
      },
    );
  }, [article, from]);
}

function prefersStill(): boolean {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}

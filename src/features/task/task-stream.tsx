import { Button } from '@mantine/core';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Comment } from '../../../model/entities/comment.ts';
import type { Task } from '../../../model/entities/task.ts';
import { useActivity } from '../../data/activity.ts';
import { useActor } from '../../data/client.tsx';
import { areMissing } from '../../data/project-details.ts';
import { useTaskDetails } from '../../data/task-details.ts';
import { useTaskComments } from '../../data/comments.ts';
import { i18n, type Message, message, translated } from '../../i18n/i18n.ts';
import { CommentItem } from './comment-item.tsx';
import { HistoryEntry, isShown, useHistoryNames } from './history-entry.tsx';
import { RejectedComments } from './task-failures.tsx';
import { STREAM_VIEWS, streamOf, type StreamView } from './stream-order.ts';
import { useStreamView } from './stream-view.ts';
import classes from './task-stream.module.css';

interface Props {
  readonly task: Task;
  /** Comment linked by the address: scrolled to and highlighted. */
  readonly highlighted: string | undefined;
  readonly onCopyLink: (commentId: string) => void;
}

/** Newest comments rendered before "Show earlier". */
const PAGE = 50;

/**
 * Comments and history of a task as one list by time, or one of the two. Comments are on this device; the history is
 * read from the server.
 */
export function TaskStream({ task, highlighted, onCopyLink }: Props) {
  const comments = useTaskComments(task.id);
  const lacksDetails = areMissing(useTaskDetails(task));
  const [chosen, choose] = useStreamView();
  useOwnCommentShown(comments, { isHidden: chosen === 'history', show: () => choose('all') });
  const [shown, setShown] = useState(PAGE);
  const list = useRef<HTMLUListElement>(null);
  const at = comments?.findIndex((comment) => comment.id === highlighted) ?? -1;
  // A linked comment is visible whatever was chosen before.
  const view = chosen === 'history' && at !== -1 ? 'all' : chosen;
  const history = useActivity(
    { kind: 'tasks', by: undefined, row: task.id },
    { isWanted: view !== 'comments', version: task.v },
  );
  const nameOf = useHistoryNames(task);
  useRevealed(list, comments, at === -1 ? undefined : highlighted);
  if (comments === undefined) return null;
  const count = comments.length;
  const visible = at === -1 ? shown : Math.max(shown, count - at);
  const earlier = view === 'history' ? 0 : Math.max(0, count - visible);
  const hasEarlierHistory = view !== 'comments' && history.hasMore;
  const entries = (history.entries ?? []).filter((entry) => isShown(entry, nameOf));
  const items = streamOf({ view, comments, entries, shown: visible });
  return (
    <section className={classes.section} aria-labelledby="task-stream">
      <div className={classes.head}>
        <h3 id="task-stream" className={classes.heading}>
          {i18n.t('Activity')}
        </h3>
        <Switch view={view} comments={leftOf(comments)} onView={choose} />
      </div>
      {view !== 'comments' && <HistoryState history={history} hasComments={view === 'all'} />}
      {(earlier > 0 || hasEarlierHistory) && (
        <Button
          size="compact-xs"
          variant="subtle"
          disabled={earlier === 0 && history.isLoading}
          onClick={() => {
            if (earlier > 0) setShown(visible + PAGE);
            else history.more();
          }}
        >
          {earlier > 0
            ? i18n.t('Show earlier ({count})', { count: earlier })
            : i18n.t('Show earlier')}
        </Button>
      )}
      <ul ref={list} className={classes.list}>
        {items.map((item) =>
          item.kind === 'comment' ? (
            <CommentItem
              key={item.comment.id}
              comment={item.comment}
              highlighted={item.comment.id === highlighted}
              onCopyLink={onCopyLink}
            />
          ) : (
            <HistoryEntry key={item.entry.version} entry={item.entry} nameOf={nameOf} />
          ),
        )}
      </ul>
      {count === 0 && !lacksDetails && view !== 'history' && (
        <p className={classes.muted}>{i18n.t('No comments yet...')}</p>
      )}
      <RejectedComments task={task} listed={new Set(comments.map(({ id }) => id))} />
    </section>
  );
}

/** The history has no comments: one that the viewer sends shows all again. */
function useOwnCommentShown(
  comments: readonly Comment[] | undefined,
  { isHidden, show }: { readonly isHidden: boolean; readonly show: () => void },
): void {
  const me = useActor()?.orgUserId;
  const own = comments?.filter(({ author }) => author === me).length;
  const before = useRef(own);
  useEffect(() => {
    const isNew = own !== undefined && before.current !== undefined && own > before.current;
    before.current = own;
    if (isNew && isHidden) show();
  }, [own, isHidden, show]);
}

function leftOf(comments: readonly Comment[]): number {
  return comments.filter((comment) => !comment.deleted).length;
}

const NAMES: Readonly<Record<StreamView, Message>> = {
  all: message('All'),
  comments: message('Comments'),
  history: message('History'),
};

interface SwitchProps {
  readonly view: StreamView;
  readonly comments: number;
  readonly onView: (view: StreamView) => void;
}

function Switch({ view, comments, onView }: SwitchProps) {
  return (
    <div className={classes.switch} role="radiogroup" aria-label={i18n.t('Show')}>
      {STREAM_VIEWS.map((one) => (
        <label key={one} className={classes.choice} data-chosen={one === view || undefined}>
          <input
            type="radio"
            name="task-stream"
            className={classes.radio}
            checked={one === view}
            onChange={() => onView(one)}
          />
          {i18n.t(NAMES[one])}
          {one === 'comments' && comments > 0 && <span className={classes.count}> {comments}</span>}
        </label>
      ))}
    </div>
  );
}

interface HistoryStateProps {
  readonly history: ReturnType<typeof useActivity>;
  readonly hasComments: boolean;
}

/** Says why the history is not there, or not complete. */
function HistoryState({ history, hasComments }: HistoryStateProps) {
  const { failure, entries, again } = history;
  if (failure?.isOffline === true) {
    return (
      <p className={classes.notice}>
        {hasComments && entries === undefined
          ? i18n.t(
              'All comments on this device are listed. The history is read from the server: it shows when you are online.',
            )
          : i18n.t('The history is read from the server: it shows when you are online.')}
      </p>
    );
  }
  if (failure !== undefined) {
    return (
      <p className={classes.notice}>
        {translated(failure.message)}{' '}
        <Button size="compact-xs" variant="light" onClick={again}>
          {i18n.t('Try again')}
        </Button>
      </p>
    );
  }
  // While comments are there, a line that comes and goes would move them.
  if (entries !== undefined || hasComments) return null;
  return <p className={classes.notice}>{i18n.t('Reading the history…')}</p>;
}

/** Scrolls to the linked comment, and to an own new one; a colleague's comment moves nothing. */
function useRevealed(
  list: RefObject<HTMLElement | null>,
  comments: readonly Comment[] | undefined,
  linked: string | undefined,
): void {
  useEffect(() => {
    if (linked === undefined) return;
    list.current?.querySelector('[data-highlighted]')?.scrollIntoView({ block: 'center' });
  }, [list, linked]);
  const me = useActor()?.orgUserId;
  const last = comments?.at(-1);
  const seen = useRef<string | null>(undefined);
  useEffect(() => {
    if (comments === undefined) return;
    const before = seen.current;
    seen.current = last?.id ?? null;
    if (last === undefined || before === undefined) return;
    if (before === seen.current || last.author !== me) return;
    list.current
      ?.querySelector(`[data-comment="${CSS.escape(last.id)}"]`)
      ?.scrollIntoView({ block: 'nearest' });
  }, [list, comments, last, me]);
}

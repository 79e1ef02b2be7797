import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { Task } from '../../../model/entities/task.ts';
import { useActor } from '../../data/client.tsx';
import { useTaskComments } from '../../data/comments.ts';
import { CommentItem } from './comment-item.tsx';
import { RejectedComments } from './task-failures.tsx';
import classes from './task-panel.module.css';

interface Props {
  readonly task: Task;
  /** Comment linked by the address: scrolled to and highlighted. */
  readonly highlighted: string | undefined;
  readonly onCopyLink: (commentId: string) => void;
}

/** Newest comments rendered before "Show earlier". */
const PAGE = 50;

export function CommentList({ task, highlighted, onCopyLink }: Props) {
  const comments = useTaskComments(task.id);
  const [shown, setShown] = useState(PAGE);
  const marked = useRef<HTMLUListElement>(null);
  const at = comments?.findIndex((comment) => comment.id === highlighted) ?? -1;
  const count = comments?.length ?? 0;
  const left = comments?.filter((comment) => !comment.deleted).length ?? 0;
  const visible = at === -1 ? shown : Math.max(shown, count - at);
  const isThere = at !== -1;
  useEffect(() => {
    if (!isThere) return;
    marked.current?.querySelector('[data-highlighted]')?.scrollIntoView({ block: 'center' });
  }, [isThere, highlighted]);
  const me = useActor()?.orgUserId;
  const last = comments?.at(-1);
  const seen = useRef<string | null>(undefined);
  useEffect(() => {
    if (comments === undefined) return;
    const before = seen.current;
    seen.current = last?.id ?? null;
    // An own new comment is scrolled into view; a colleague's comment moves nothing.
    if (before === undefined || before === seen.current || last?.author !== me) return;
    marked.current?.lastElementChild?.scrollIntoView({ block: 'nearest' });
  }, [comments, last, me]);
  if (comments === undefined) return null;
  return (
    <section className={classes.section} aria-labelledby="task-comments">
      <h3 id="task-comments" className={classes.heading}>
        Comments {left > 0 && <span className={classes.muted}>{left}</span>}
      </h3>
      {count === 0 && <p className={classes.muted}>No comments yet...</p>}
      {count > visible && (
        <Button size="compact-xs" variant="subtle" onClick={() => setShown(visible + PAGE)}>
          Show earlier ({count - visible})
        </Button>
      )}
      <ul ref={marked} className={classes.comments}>
        {comments.slice(Math.max(0, count - visible)).map((comment) => (
          <CommentItem
            key={comment.id}
            comment={comment}
            highlighted={comment.id === highlighted}
            onCopyLink={onCopyLink}
          />
        ))}
      </ul>
      <RejectedComments task={task} listed={new Set(comments.map(({ id }) => id))} />
    </section>
  );
}

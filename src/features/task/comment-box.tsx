import { Button, Textarea } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import type { Task } from '../../../model/entities/task.ts';
import { useSendComment } from '../../data/comments.ts';
import { useDraft } from '../../data/drafts.ts';
import classes from './task-panel.module.css';

/** Writes a comment; what is typed stays when the panel closes and over a reload. Ctrl/Cmd+Enter sends. */
export function CommentBox({ task }: { readonly task: Task }) {
  const draft = useDraft(`comment:${task.id}`, { text: '' });
  const sendComment = useSendComment();
  const isEmpty = draft.values.text.trim() === '';
  const send = async () => {
    if (isEmpty) return;
    if ((await sendComment(task, draft.values.text.trim())) !== undefined) draft.clear();
  };
  return (
    <form
      className={classes.commentBox}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <Textarea
        className={classes.grow}
        aria-label="Write a comment"
        placeholder="Write a comment"
        autosize
        minRows={1}
        maxRows={8}
        value={draft.values.text}
        onChange={(event) => draft.set({ text: event.currentTarget.value })}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
            event.preventDefault();
            void send();
          }
        }}
      />
      <Button
        type="submit"
        disabled={isEmpty}
        leftSection={<IconSend size={16} stroke={1.5} aria-hidden />}
      >
        Send
      </Button>
    </form>
  );
}

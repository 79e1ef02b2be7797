import { ActionIcon, Button } from '@mantine/core';
import { IconFile, IconSend, IconX } from '@tabler/icons-react';
import type { Task } from '../../../model/entities/task.ts';
import { mayComment } from '../../../model/permissions/comment.ts';
import { storeMentions } from '../../../model/shared/mentions.ts';
import { useAllowed } from '../../data/client.tsx';
import { useSendComment } from '../../data/comments.ts';
import { useDraft } from '../../data/drafts.ts';
import { usePickedFile } from '../../data/attach-file.ts';
import { useWritePlace } from '../../data/organization.ts';
import { useShots } from '../../data/shots.ts';
import { i18n } from '../../i18n/i18n.ts';
import { AttachTools } from '../../ui/files/attach-tools.tsx';
import { LeftShot } from '../../ui/files/left-shots.tsx';
import { MentionField } from '../../ui/text/mention-field.tsx';
import { moveFocus } from '../../ui/focus/move-focus.ts';
import { useFileInput } from '../../ui/files/use-file-input.ts';
import { useWhenReady } from '../../ui/hooks/use-when-ready.ts';
import { useTakeOffered } from '../../ui/files/use-take-offered.ts';
import { useFileToSend } from '../../ui/files/use-file-to-send.ts';
import classes from './task-panel.module.css';
import { useMentionable } from './use-mentionable.ts';

const ICON = { size: 16, stroke: 1.5, 'aria-hidden': true } as const;

/** Comment field; the draft survives closing the panel and a reload. Ctrl/Cmd+Enter sends. */
export function CommentBox({ task }: { readonly task: Task }) {
  const draft = useDraft(`comment:${task.id}`, { text: '' });
  const shots = useShots(`comment:${task.id}`);
  const toAttach = useFileToSend(shots);
  const { file: attachment, pick, mustWait, sendWith } = toAttach;
  const writePlace = useWritePlace();
  const sendComment = useSendComment();
  const pickedOf = usePickedFile();
  const allowed = useAllowed();
  const { people, isRead } = useMentionable(task.project);
  const files = useFileInput({ onPick: pick });
  useTakeOffered(toAttach, shots);
  const text = draft.values.text.trim();
  // A comment has a text; that of a voice note may be in the note.
  const isVoice = attachment?.type.startsWith('audio/') === true;
  const isEmpty = text === '' && !isVoice;
  // Before the members are read, everybody would be refused.
  const toSend = { isReady: isRead, subject: isEmpty ? undefined : task.id };
  const send = useWhenReady(toSend, async () => {
    if (isEmpty) return;
    const isMember = (orgUserId: string) => people.some(({ id }) => id === orgUserId);
    // Checked before the file is copied, which takes time.
    if (!(await allowed((who) => mayComment(who, isMember(who.orgUserId))))) return;
    if (mustWait()) return;
    const work = async () => {
      const file = attachment && (await pickedOf(attachment, task.scope));
      if (attachment !== undefined && file === undefined) return false;
      const comment = storeMentions(text === '' ? i18n.t('Voice note') : text, people);
      return (await sendComment(task, comment, file)) !== undefined;
    };
    await sendWith(() => draft.send(work, '\n'));
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        // The button is disabled as soon as the field is empty, and a disabled button loses the focus.
        moveFocus(event.currentTarget.querySelector('textarea'));
        send();
      }}
      className={classes.commentForm}
      data-over={files.isOver || undefined}
      {...files.dropProps}
    >
      {attachment !== undefined && (
        <div className={classes.attached}>
          <IconFile {...ICON} />
          <span className={classes.attachedName}>{attachment.name}</span>
          <ActionIcon
            size="sm"
            aria-label={i18n.t('Remove {name}', { name: attachment.name })}
            onClick={() => pick(undefined)}
          >
            <IconX {...ICON} />
          </ActionIcon>
        </div>
      )}
      {attachment === undefined && <LeftShot shots={shots} onAttach={pick} />}
      <div className={classes.commentBox}>
        <div className={classes.attachButtons}>
          <AttachTools shots={shots} writePlace={writePlace} onPick={pick} />
        </div>
        <MentionField
          aria-label={i18n.t('Write a comment')}
          placeholder={i18n.t('Write a comment')}
          tools="from-focus"
          autosize
          minRows={1}
          maxRows={8}
          value={draft.values.text}
          people={people}
          onChange={(next) => draft.set({ text: next })}
          onSend={send}
        />
        <Button
          type="submit"
          className={classes.send}
          disabled={isEmpty}
          leftSection={<IconSend {...ICON} />}
        >
          <span className={classes.sendLabel}>{i18n.t('Send')}</span>
        </Button>
      </div>
    </form>
  );
}

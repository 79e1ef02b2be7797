import { ActionIcon, Button, Group, Menu } from '@mantine/core';
import { IconDots, IconLink, IconPencil, IconTrash } from '@tabler/icons-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Comment } from '../../../model/entities/comment.ts';
import { mayChangeComment } from '../../../model/permissions/comment.ts';
import { piecesOf, storeMentions, withMentionNames } from '../../../model/shared/mentions.ts';
import { nameOfPerson } from '../../data/person-name.ts';
import { useActor, useAllowed } from '../../data/client.tsx';
import { useDeleteComment, useEditComment, useRestoreComment } from '../../data/comments.ts';
import { useDraft } from '../../data/drafts.ts';
import { InAppLink } from '../../data/in-app-link.tsx';
import { usePerson } from '../../data/people.ts';
import { usePendingMark } from '../../data/sync-status.ts';
import { useTickComment } from '../../data/text-ticks.ts';
import { i18n } from '../../i18n/i18n.ts';
import { formatInstant } from '../../ui/text/date-format.ts';
import { useDialogs } from '../../ui/overlays/dialogs.tsx';
import { MentionField } from '../../ui/text/mention-field.tsx';
import { PersonAvatar } from '../../ui/marks/person-avatar.tsx';
import { MarkdownText } from '../../ui/text/markdown-text.tsx';
import type { Ticking } from '../../ui/text/markdown-types.ts';
import { RowMark } from '../../ui/marks/row-mark.tsx';
import { moveFocus } from '../../ui/focus/move-focus.ts';
import { useFormCancel } from '../../ui/forms/use-form-cancel.ts';
import { useNow } from '../../ui/hooks/use-now.ts';
import { useOnce } from '../../ui/hooks/use-once.ts';
import { useUntilShown } from '../../ui/hooks/use-until-shown.ts';
import { CommentAttachment } from './comment-attachment.tsx';
import { OwnReceipt } from './own-receipt.tsx';
import { RowFailure } from './task-failures.tsx';
import classes from './task-panel.module.css';
import { useMentionable } from './use-mentionable.ts';
import { formatMoment } from '../../ui/text/locale.ts';

interface Props {
  readonly comment: Comment;
  readonly highlighted: boolean;
  readonly onCopyLink: (commentId: string) => void;
}

/** Comment; its author can edit and delete it (board spec, 4 and 6). */
export function CommentItem({ comment, highlighted, onCopyLink }: Props) {
  const author = usePerson(comment.author);
  const mark = usePendingMark('comments', comment.id);
  const now = useNow(60_000);
  const draft = useDraft(`comment-edit:${comment.id}`, {
    text: comment.comment,
    base: comment.comment,
  });
  const [editing, setEditing] = useState(draft.isDirty && !comment.deleted);
  const [isChosen, setChosen] = useState(false);
  const [isBackFromEdit, setBackFromEdit] = useState(false);
  const mentionable = useMentionable(comment.project);
  const name = nameOfPerson(author);
  return (
    <li
      className={classes.comment}
      data-comment={comment.id}
      data-highlighted={highlighted || undefined}
    >
      <PersonAvatar name={name} size={26} tooltip={false} />
      <div className={classes.commentBody}>
        <div className={classes.commentHead}>
          <span className={classes.author}>{name}</span>
          <time dateTime={comment.created_at} title={formatMoment(comment.created_at)}>
            {formatInstant(comment.created_at, now)}
          </time>
          {comment.edited && !comment.deleted && <span>{i18n.t('edited')}</span>}
          <span className={classes.commentState}>
            <RowMark mark={mark} />
            {!comment.deleted && (
              <OwnReceipt
                table="comments"
                row={comment}
                author={comment.author}
                what={i18n.t('this comment')}
              />
            )}
          </span>
          {!comment.deleted && !editing && (
            <CommentMenu
              comment={comment}
              isBackFromEdit={isBackFromEdit}
              onEdit={() => {
                setEditing(true);
                setChosen(true);
              }}
              onCopyLink={() => onCopyLink(comment.id)}
            />
          )}
        </div>
        {comment.deleted && <p className={classes.deleted}>{i18n.t('This message was deleted')}</p>}
        {!comment.deleted && editing && (
          <CommentEdit
            comment={comment}
            mentionable={mentionable}
            draft={draft}
            isChosen={isChosen}
            onDone={() => {
              setEditing(false);
              setBackFromEdit(true);
            }}
          />
        )}
        {!comment.deleted && !editing && (
          <div className={classes.text}>
            <CommentText comment={comment} nameOf={mentionable.nameOf} />
          </div>
        )}
        {!comment.deleted && comment.attachment !== null && (
          <CommentAttachment id={comment.attachment} />
        )}
        <RowFailure table="comments" rowId={comment.id} what={i18n.t('this comment')} />
      </div>
    </li>
  );
}

interface CommentTextProps {
  readonly comment: Comment;
  readonly nameOf: (id: string) => string;
}

/** Text of a comment; its author ticks the boxes in it. */
function CommentText({ comment, nameOf }: CommentTextProps) {
  const pieces = useCallback((text: string) => piecesOf(text, nameOf), [nameOf]);
  const actor = useActor();
  const allowed = useAllowed();
  const save = useTickComment(comment);
  const ticking = (): Ticking | undefined => {
    if (actor?.orgUserId !== comment.author) return undefined;
    if (mayChangeComment(actor, comment) === undefined) return { kind: 'save', save };
    const explain = () => void allowed((who) => mayChangeComment(who, comment));
    return { kind: 'blocked', explain };
  };
  return (
    <MarkdownText
      text={comment.comment}
      pieces={pieces}
      InAppLink={InAppLink}
      headingLevel={4}
      ticking={ticking()}
    />
  );
}

interface CommentMenuProps {
  readonly comment: Comment;
  /** True when the menu button replaces the edit form and takes the focus. */
  readonly isBackFromEdit: boolean;
  readonly onEdit: () => void;
  readonly onCopyLink: () => void;
}

const ICON = { size: 16, stroke: 1.5, 'aria-hidden': true } as const;

function CommentMenu({ comment, isBackFromEdit, onEdit, onCopyLink }: CommentMenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isBackFromEdit) moveFocus(button.current);
  }, [isBackFromEdit]);
  const actor = useActor();
  const allowed = useAllowed();
  const remove = useDeleteComment();
  const restore = useRestoreComment();
  const dialogs = useDialogs();
  const own = actor?.orgUserId === comment.author;
  const ask = async () => {
    if (!(await allowed((who) => mayChangeComment(who, comment)))) return;
    const sure = await dialogs.confirm({
      title: i18n.t('Delete this comment?'),
      message: i18n.t('Others then read "This message was deleted" in its place.'),
      confirm: i18n.t('Delete'),
      danger: true,
    });
    if (sure) await remove(comment.id, { undo: () => restore(comment) });
  };
  return (
    <Menu position="bottom-end" width={160}>
      <Menu.Target>
        <ActionIcon
          ref={button}
          size={22}
          className={classes.commentMore}
          aria-label={i18n.t('Actions for this comment')}
        >
          <IconDots {...ICON} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconLink {...ICON} />} onClick={onCopyLink}>
          {i18n.t('Copy link')}
        </Menu.Item>
        {own && (
          <>
            <Menu.Item
              leftSection={<IconPencil {...ICON} />}
              onClick={async () => {
                if (await allowed((who) => mayChangeComment(who, comment))) onEdit();
              }}
            >
              {i18n.t('Edit')}
            </Menu.Item>
            <Menu.Item leftSection={<IconTrash {...ICON} />} onClick={() => void ask()}>
              {i18n.t('Delete')}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

interface CommentEditProps {
  readonly comment: Comment;
  readonly mentionable: ReturnType<typeof useMentionable>;
  readonly draft: {
    readonly values: { readonly text: string; readonly base: string };
    readonly isDirty: boolean;
    readonly set: (change: { readonly text: string }) => void;
    readonly clear: () => void;
  };
  /** False for a half-typed edit that opens with its task, which is shown from its beginning. */
  readonly isChosen: boolean;
  readonly onDone: () => void;
}

function CommentEdit(props: CommentEditProps) {
  const { comment, mentionable, draft, isChosen, onDone } = props;
  const edit = useEditComment();
  const { text, base } = draft.values;
  const { people, nameOf, isRead } = mentionable;
  const leave = () => {
    draft.clear();
    onDone();
  };
  const untilShown = useUntilShown(comment.comment);
  const [save, isBusy] = useOnce(async () => {
    if (text.trim() === '') return;
    const before = comment.comment;
    const next = storeMentions(text.trim(), people);
    if (next !== base) {
      if (!(await edit(comment.id, next, base))) return;
      await untilShown(before);
    }
    leave();
  });
  const form = useRef<HTMLFormElement>(null);
  const cancel = useFormCancel({ isDirty: draft.isDirty, isBusy, form, leave });
  // The form is higher than the comment that it replaces, and its buttons must be visible.
  useEffect(() => {
    if (!isChosen) return;
    form.current?.scrollIntoView({ block: 'nearest' });
    const field = form.current?.querySelector('textarea');
    field?.setSelectionRange(field.value.length, field.value.length);
  }, [isChosen]);
  return (
    <form ref={form} className={classes.commentEdit} onSubmit={save}>
      <MentionField
        aria-label={i18n.t('Edit comment')}
        // The field appears because the person asked to edit.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus={isChosen}
        tools="always"
        autosize
        minRows={2}
        maxRows={12}
        // A mention whose name is not read yet is empty, and an edit would lose it.
        readOnly={isBusy || !isRead}
        people={people}
        value={withMentionNames(text, nameOf)}
        onChange={(next) => draft.set({ text: storeMentions(next, people) })}
        onSend={save}
      />
      <Group gap="xs" mt={6}>
        <Button type="submit" size="xs" disabled={text.trim() === ''}>
          {i18n.t('Save')}
        </Button>
        <Button size="xs" variant="subtle" color="gray" onClick={cancel}>
          {i18n.t('Cancel')}
        </Button>
      </Group>
    </form>
  );
}

import { ActionIcon } from '@mantine/core';
import { IconFile, IconSend, IconX } from '@tabler/icons-react';
import { type Dispatch, type SetStateAction, useEffect, useRef } from 'react';
import type { Message } from '../../../model/entities/message.ts';
import { storeMentions, withMentionNames } from '../../../model/shared/mentions.ts';
import { plainText } from '../../../model/shared/plain-text.ts';
import { useEditMessage, useSendMessage } from '../../data/chat-changes.ts';
import { type ChatPlace, editDraftOf } from '../../data/chat.ts';
import { useDraft } from '../../data/drafts.ts';
import { usePickedFile } from '../../data/attach-file.ts';
import { useWritePlace } from '../../data/organization.ts';
import { i18n } from '../../i18n/i18n.ts';
import type { Shots } from '../../ui/files/shots.ts';
import { AttachTools } from '../../ui/files/attach-tools.tsx';
import { isField } from '../../ui/focus/is-typing.ts';
import { controlAfter, usePassedFocus } from '../../ui/focus/use-passed-focus.ts';
import { useFormCancel } from '../../ui/forms/use-form-cancel.ts';
import { ICON, SMALL_ICON } from '../../ui/marks/icon.ts';
import { LeftShot } from '../../ui/files/left-shots.tsx';
import { MentionField } from '../../ui/text/mention-field.tsx';
import { useWhenReady } from '../../ui/hooks/use-when-ready.ts';
import { useTakeOffered } from '../../ui/files/use-take-offered.ts';
import type { FileToSend } from '../../ui/files/use-file-to-send.ts';
import styles from './composer.module.css';
import { LeftPerson } from './left-person.tsx';
import type { ConversationPeople } from './use-conversation-people.ts';

/** Message that the composer replies to or edits. */
export interface Subject {
  readonly kind: 'reply' | 'edit';
  readonly message: Message;
  /** The edit was begun before the conversation was opened. */
  readonly isRestored?: boolean;
}

interface ComposerProps {
  readonly place: ChatPlace;
  readonly people: ConversationPeople;
  readonly subject: Subject | undefined;
  readonly shots: Shots;
  /** The file of the next message; an edit leaves it alone. */
  readonly attachment: FileToSend;
  /** True after an edit was closed: the composer replaces the edit form and takes the focus. */
  readonly isBackFromEdit: boolean;
  readonly onSubject: Dispatch<SetStateAction<Subject | undefined>>;
  readonly onTyping: () => void;
  /** Called when a new message is stored on the device. */
  readonly onSent: () => void;
}

/** Message field: Enter sends, online or offline; the draft survives a reload. Nobody writes to a person who has left. */
export function Composer(props: ComposerProps) {
  const { place, people, subject, shots, attachment } = props;
  if (place.kind === 'group' || place.person.active) return <MessageForm {...props} />;
  const forms = [undefined, ...(subject?.kind === 'edit' ? [subject] : [])].map((one) => ({
    key: draftKeyOf(place, one),
    initial: editedText(one, people),
  }));
  return <LeftPerson person={place.person} forms={forms} shots={shots} attachment={attachment} />;
}

function MessageForm(props: ComposerProps) {
  const { place, people, subject, shots, isBackFromEdit, onSubject, onTyping, onSent } = props;
  const { pick, mustWait, sendWith } = props.attachment;
  const isEdit = subject?.kind === 'edit';
  const file = isEdit ? undefined : props.attachment.file;
  const draftKey = draftKeyOf(place, subject);
  const draft = useDraft(draftKey, { text: editedText(subject, people) });
  const writePlace = useWritePlace();
  const send = useSendMessage();
  const edit = useEditMessage();
  const pickedOf = usePickedFile();
  const form = useRef<HTMLFormElement>(null);
  useTakeOffered(props.attachment, shots);
  const isChosen = subject === undefined ? isBackFromEdit : subject.isRestored !== true;
  useEffect(() => {
    // The person chose Reply or Edit, so the field takes the focus.
    if (isChosen) form.current?.querySelector('textarea')?.focus();
  }, [subject, isChosen]);
  useEffect(() => {
    // Writing is what a conversation is opened for. On a touch screen the keyboard would cover it.
    if (window.matchMedia('(pointer: fine)').matches && !isField(document.activeElement)) {
      form.current?.querySelector('textarea')?.focus({ preventScroll: true });
    }
  }, [place.id]);
  const text = draft.values.text.trim();
  // An empty or whitespace message is ignored (sessions spec, 5).
  const isEmpty = text === '' && file === undefined;
  const leave = () => {
    // A reply continues the draft and the file of the conversation, which stay.
    if (isEdit) draft.clear();
    onSubject(undefined);
  };
  const write = async (stored: string) => {
    if (isEdit) return stored === subject.message.text || (await edit(subject.message.id, stored));
    const attachment = file && (await pickedOf(file, place.id));
    if (file !== undefined && attachment === undefined) return false;
    const replyTo = subject?.message.id ?? null;
    return await send(place.id, { text: stored, replyTo, attachment });
  };
  // A mention needs the names of the people.
  const toSend = { isReady: people.isRead, subject: isEmpty ? undefined : draftKey };
  const submit = useWhenReady(toSend, async () => {
    if (isEmpty || (!isEdit && mustWait())) return;
    const save = () => draft.send(() => write(storeMentions(text, people.mentionable)), '\n');
    onSubject(undefined);
    let isSent = false;
    try {
      isSent = await (isEdit ? save() : sendWith(save));
    } finally {
      // Keep a reply or edit that was chosen while the file was being stored.
      if (!isSent) onSubject((since) => since ?? subject);
    }
    if (isSent && !isEdit) onSent();
  });
  return (
    <form
      ref={form}
      className={styles['form']}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {subject !== undefined && (
        <SubjectLine
          subject={subject}
          people={people}
          isDirty={isEdit && draft.isDirty}
          onLeave={leave}
        />
      )}
      {file !== undefined && (
        <div className={styles['line']}>
          <IconFile {...SMALL_ICON} />
          <span className={styles['lineText']}>{file.name}</span>
          <Remove
            label={i18n.t('Remove {name}', { name: file.name })}
            onClick={() => pick(undefined)}
          />
        </div>
      )}
      {file === undefined && !isEdit && <LeftShot shots={shots} onAttach={pick} />}
      <div className={styles['box']}>
        {!isEdit && (
          <div className={styles['attachButtons']}>
            <AttachTools shots={shots} writePlace={writePlace} onPick={pick} />
          </div>
        )}
        <MentionField
          aria-label={i18n.t('Message')}
          placeholder={i18n.t('Message {name}', {
            name: place.kind === 'direct' ? place.person.display_name : place.group.name,
          })}
          autosize
          minRows={1}
          // A placeholder that is too long for the line would count as two lines.
          maxRows={draft.values.text === '' ? 1 : 8}
          enterSends
          tools="from-focus"
          value={draft.values.text}
          people={people.mentionable}
          onChange={(next) => {
            draft.set({ text: next });
            onTyping();
          }}
          onSend={submit}
        />
        <ActionIcon
          type="submit"
          size={36}
          disabled={isEmpty}
          aria-label={isEdit ? i18n.t('Save') : i18n.t('Send')}
        >
          <IconSend {...ICON} />
        </ActionIcon>
      </div>
    </form>
  );
}

/** The edit of a message has a draft of its own; a reply continues the draft of the conversation. */
function draftKeyOf(place: ChatPlace, subject: Subject | undefined): string {
  return subject?.kind === 'edit' ? editDraftOf(subject.message.id) : `chat:${place.id}`;
}

function editedText(subject: Subject | undefined, { nameOf }: ConversationPeople): string {
  return subject?.kind === 'edit' ? withMentionNames(subject.message.text, nameOf) : '';
}

interface SubjectLineProps {
  readonly subject: Subject;
  readonly people: ConversationPeople;
  /** True while leaving would discard an edited text: the person is asked first. */
  readonly isDirty: boolean;
  readonly onLeave: () => void;
}

function SubjectLine({ subject, people, isDirty, onLeave }: SubjectLineProps) {
  const { kind, message } = subject;
  const cancel = useFormCancel({ isDirty, leave: onLeave });
  const text = withMentionNames(plainText(message.text), people.nameOf);
  return (
    <div className={styles['line']}>
      <span className={styles['lineText']}>
        <strong>{kind === 'edit' ? i18n.t('Editing') : replyTo(message.author, people)}</strong>{' '}
        {text}
      </span>
      <Remove
        label={kind === 'edit' ? i18n.t('Cancel editing') : i18n.t('Cancel reply')}
        onClick={cancel}
      />
    </div>
  );
}

function replyTo(author: string, { me, nameOf }: ConversationPeople): string {
  if (author === me) return i18n.t('Reply to yourself');
  return i18n.t('Reply to {name}', { name: nameOf(author) });
}

function Remove({ label, onClick }: { readonly label: string; readonly onClick: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  usePassedFocus(button, controlAfter);
  return (
    <ActionIcon
      ref={button}
      size="sm"
      variant="subtle"
      color="gray"
      aria-label={label}
      onClick={onClick}
    >
      <IconX {...SMALL_ICON} />
    </ActionIcon>
  );
}

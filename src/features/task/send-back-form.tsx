import { Button, Checkbox, Group, Textarea } from '@mantine/core';
import { type FormEvent, useEffect, useRef } from 'react';
import type { Task } from '../../../model/entities/task.ts';
import { codePoints, hasVisibleText, REASON_LIMIT } from '../../../model/shared/text.ts';
import { useDraft } from '../../data/drafts.ts';
import { usePersonName } from '../../data/people.ts';
import { useSendBack } from '../../data/task-steps.ts';
import { i18n } from '../../i18n/i18n.ts';
import { useFormCancel } from '../../ui/forms/use-form-cancel.ts';
import classes from './sign-off.module.css';

/** Key of the draft of a reason. */
export function sendBackDraft(task: string): string {
  return `send-back:${task}`;
}

interface Props {
  readonly task: Task;
  /** Assignees to whom it can be sent back. */
  readonly ticked: readonly string[];
  readonly onClose: () => void;
}

/** Reason with which a task is sent back; of several assignees, some can be left out. A reload keeps the input. */
export function SendBackForm({ task, ticked, onClose }: Props) {
  const draft = useDraft(sendBackDraft(task.id), { reason: '', spared: NOBODY });
  const nameOf = usePersonName();
  const sendBack = useSendBack();
  const field = useRef<HTMLTextAreaElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const cancel = useFormCancel({
    form,
    isDirty: draft.isDirty,
    leave: () => {
      draft.clear();
      onClose();
    },
  });
  useEffect(() => field.current?.focus(), []);
  const { reason, spared } = draft.values;
  const people = ticked.filter((person) => !spared.includes(person));
  const isTooLong = codePoints(reason.trim()) > REASON_LIMIT;
  const canSend = hasVisibleText(reason) && !isTooLong && people.length > 0;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!canSend) return;
    if (await draft.send(() => sendBack(task, people, reason))) onClose();
  };
  return (
    <form ref={form} className={classes['form']} onSubmit={(event) => void submit(event)}>
      <Textarea
        ref={field}
        autosize
        minRows={2}
        maxRows={8}
        label={i18n.t('What is missing?')}
        description={i18n.t('The assignee sees this first.')}
        error={
          isTooLong ? i18n.t('At most {count} characters', { count: REASON_LIMIT }) : undefined
        }
        value={reason}
        onChange={({ currentTarget }) => draft.set({ reason: currentTarget.value })}
      />
      {ticked.length > 1 && (
        <Checkbox.Group
          label={i18n.t('Send back to')}
          value={[...people]}
          onChange={(chosen) =>
            draft.set({ spared: ticked.filter((person) => !chosen.includes(person)) })
          }
        >
          <Group gap="sm" mt={4}>
            {ticked.map((person) => (
              <Checkbox key={person} size="sm" value={person} label={nameOf(person)} />
            ))}
          </Group>
        </Checkbox.Group>
      )}
      {ticked.length === 0 && (
        <output className={classes['why']}>
          {i18n.t('Nobody has ticked this task any more, so it cannot be sent back.')}
        </output>
      )}
      <Group justify="flex-end" gap="xs">
        <Button size="xs" variant="default" onClick={cancel}>
          {i18n.t('Cancel')}
        </Button>
        <Button size="xs" type="submit" disabled={!canSend}>
          {i18n.t('Send back')}
        </Button>
      </Group>
    </form>
  );
}

const NOBODY: readonly string[] = [];

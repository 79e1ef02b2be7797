import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconCalendarPlus, IconX } from '@tabler/icons-react';
import { type FormEvent, useEffect, useRef } from 'react';
import * as v from 'valibot';
import type { Task } from '../../../model/entities/task.ts';
import { codePoints, NAME_LIMIT, SUBTASK_NAME_TOO_LONG } from '../../../model/shared/text.ts';
import { useDraft } from '../../data/drafts.ts';
import { useAddSubtask } from '../../data/subtasks.ts';
import { i18n } from '../../i18n/i18n.ts';
import { useEscape } from '../../ui/focus/use-escape.tsx';
import { useForm } from '../../ui/forms/use-form.ts';
import classes from './subtasks.module.css';

const RULES = v.object({
  name: v.pipe(
    v.string(),
    v.check((name) => codePoints(name) < NAME_LIMIT, SUBTASK_NAME_TOO_LONG),
  ),
});

interface Props {
  readonly task: Task;
  /** Switches to the form with dates and a document, keeping the typed name. */
  readonly onForm: () => void;
  readonly onClose: () => void;
}

/** Adds several subtasks in a row: name and Enter. */
export function SubtaskQuickAdd({ task, onForm, onClose }: Props) {
  const draft = useDraft(`subtask:${task.id}`, {
    name: '',
    start_date: '',
    end_date: '',
  });
  const form = useForm({ store: draft, schema: RULES, live: [SUBTASK_NAME_TOO_LONG] });
  const add = useAddSubtask();
  const input = useRef<HTMLInputElement>(null);
  const line = useRef<HTMLFormElement>(null);
  useEscape(onClose, { form: line });
  useEffect(() => input.current?.focus(), []);
  const name = form.values.name.trim();
  const isTooLong = form.errorOf('name') !== undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name === '' || !form.check()) return;
    const none = { start_date: null, end_date: null, document: null };
    void draft.send(async () => (await add(task, { name, ...none })) !== undefined);
  };
  return (
    <form ref={line} className={classes.quick} onSubmit={submit}>
      <TextInput
        className={classes.grow}
        size="xs"
        aria-label={i18n.t('Name of the subtask')}
        placeholder={i18n.t('What has to be done')}
        ref={input}
        {...form.text('name')}
      />
      <Button type="submit" size="xs" disabled={name === '' || isTooLong}>
        {i18n.t('Add')}
      </Button>
      <ActionIcon
        size={30}
        aria-label={i18n.t('Add dates or a document')}
        data-tip={i18n.t('Dates and document')}
        onClick={onForm}
      >
        <IconCalendarPlus size={17} stroke={1.5} aria-hidden />
      </ActionIcon>
      <ActionIcon size={30} aria-label={i18n.t('Stop adding subtasks')} onClick={onClose}>
        <IconX size={17} stroke={1.5} aria-hidden />
      </ActionIcon>
    </form>
  );
}

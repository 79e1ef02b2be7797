import { Button, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { mayCreateCard } from '../../../../model/permissions/card.ts';
import { i18n } from '../../../i18n/i18n.ts';
import { useAddCard } from '../../../data/cards.ts';
import { useAllowed } from '../../../data/client.tsx';
import { useDraft } from '../../../data/drafts.ts';
import { moveFocus } from '../../../ui/focus/move-focus.ts';
import { useFormCancel } from '../../../ui/forms/use-form-cancel.ts';
import classes from '../board.module.css';

interface Props {
  readonly project: string;
}

/** Add Card tile and its form (board spec, 2): the form stays open for the next column until Escape or Cancel. */
export function AddCard({ project }: Props) {
  const [open, setOpen] = useState(false);
  const [isBack, setBack] = useState(false);
  const draft = useDraft(`card:${project}`, { name: '' });
  const add = useAddCard();
  const allowed = useAllowed();
  const input = useRef<HTMLInputElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const close = useFormCancel({
    form,
    isDirty: draft.isDirty,
    active: open,
    leave: () => {
      draft.clear();
      setOpen(false);
      setBack(true);
    },
  });
  useEffect(() => {
    if (open) input.current?.focus();
  }, [open]);
  if (!open && draft.values.name === '') {
    return (
      <div className={classes.addCard}>
        <button
          type="button"
          // The button replaces the form that it had opened, and takes the focus back.
          ref={isBack ? moveFocus : undefined}
          className={classes.addCardButton}
          onClick={async () => {
            if (await allowed(mayCreateCard)) setOpen(true);
          }}
        >
          <IconPlus size={16} stroke={1.5} aria-hidden /> {i18n.t('Add Card')}
        </button>
      </div>
    );
  }
  const name = draft.values.name.trim();
  return (
    <form
      ref={form}
      className={classes.addCardForm}
      onSubmit={(event) => {
        event.preventDefault();
        if (name === '') return;
        // Also when a draft had opened it: the form stays open without one.
        setOpen(true);
        void draft.send(() => add(project, name));
      }}
    >
      <TextInput
        label={i18n.t('Card name')}
        placeholder={i18n.t('e.g. In review')}
        required
        ref={input}
        maxLength={200}
        value={draft.values.name}
        // A draft had opened the form: with the focus in it, Escape closes it.
        onFocus={() => setOpen(true)}
        onChange={(event) => draft.set({ name: event.currentTarget.value })}
      />
      <div className={classes.row}>
        <Button type="submit" size="xs" disabled={name === ''}>
          {i18n.t('Add Card')}
        </Button>
        <Button size="xs" variant="subtle" color="gray" onClick={close}>
          {i18n.t('Cancel')}
        </Button>
      </div>
    </form>
  );
}

import { Button, TextInput } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { Card } from '../../../../model/entities/card.ts';
import { codePoints } from '../../../../model/shared/text.ts';
import { i18n } from '../../../i18n/i18n.ts';
import { cardNameDraft, useRenameCard } from '../../../data/cards.ts';
import { useDraft } from '../../../data/drafts.ts';
import { useEscape } from '../../../ui/focus/use-escape.tsx';
import { useRename } from '../../../ui/forms/use-rename.ts';
import classes from './column.module.css';

/** Save is enabled only for a changed name of more than one character (board spec, 5). A reload keeps the input. */
export function RenameCard({ card, onDone }: { readonly card: Card; readonly onDone: () => void }) {
  const rename = useRenameCard();
  const draft = useDraft(cardNameDraft(card.id), { name: card.name });
  const input = useRef<HTMLInputElement>(null);
  const close = () => {
    draft.clear();
    onDone();
  };
  const form = useRef<HTMLFormElement>(null);
  useEscape(close, { form });
  useEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, []);
  const { field, canSave, save } = useRename({
    name: card.name,
    store: draft,
    canSave: (name) => codePoints(name) > 1 && name !== card.name,
    save: (name) => rename(card.id, name),
    onDone: close,
  });
  return (
    <form ref={form} className={classes.rename} onSubmit={save}>
      <TextInput
        size="xs"
        className={classes.grow}
        aria-label={i18n.t('Card name')}
        ref={input}
        {...field}
      />
      {canSave && (
        <Button size="xs" type="submit">
          {i18n.t('Save')}
        </Button>
      )}
      <Button size="xs" variant="subtle" color="gray" onClick={close}>
        {i18n.t('Cancel')}
      </Button>
    </form>
  );
}

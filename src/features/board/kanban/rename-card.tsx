import { Button, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { Card } from '../../../../model/entities/card.ts';
import { codePoints } from '../../../../model/shared/text.ts';
import { useRenameCard } from '../../../data/cards.ts';
import { useEscape } from '../../../ui/focus/use-escape.tsx';
import { useOnce } from '../../../ui/hooks/use-once.ts';
import classes from './column.module.css';

/** Save is enabled only for a changed name of more than one character (board spec, 5). */
export function RenameCard({ card, onDone }: { readonly card: Card; readonly onDone: () => void }) {
  const rename = useRenameCard();
  const [name, setName] = useState(card.name);
  const input = useRef<HTMLInputElement>(null);
  useEscape(onDone);
  useEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, []);
  const trimmed = name.trim();
  const savable = codePoints(trimmed) > 1 && trimmed !== card.name;
  const [save, isBusy] = useOnce(async () => {
    if (savable && (await rename(card.id, trimmed))) onDone();
  });
  return (
    <form className={classes.rename} onSubmit={save}>
      <TextInput
        size="xs"
        className={classes.grow}
        aria-label="Card name"
        value={name}
        readOnly={isBusy}
        ref={input}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      {savable && (
        <Button size="xs" type="submit">
          Save
        </Button>
      )}
      <Button size="xs" variant="subtle" color="gray" onClick={onDone}>
        Cancel
      </Button>
    </form>
  );
}

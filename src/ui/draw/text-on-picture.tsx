import { Button, TextInput } from '@mantine/core';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { i18n } from '../../i18n/i18n.ts';
import { useRename } from '../forms/use-rename.ts';
import { useValues } from '../forms/use-values.ts';
import { TEXT_LIMIT } from './shapes.ts';
import styles from './draw-dialog.module.css';

interface Props {
  readonly onTyped: (text: string) => void;
  /** The text; empty when the person gave it up. */
  readonly onDone: (text: string) => void;
}

/** Text for a place of the picture, above it, so that the keyboard of a phone does not cover it. */
export function TextOnPicture({ onTyped, onDone }: Props) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const own = useValues({ name: '' });
  const { field, canSave, save } = useRename({
    name: '',
    store: {
      values: own.values,
      set: (change) => {
        own.set(change);
        onTyped(change.name ?? '');
      },
    },
    save: async (text) => {
      onDone(text);
      return true;
    },
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.key !== 'Escape') return;
    // The field alone, not the drawing.
    event.preventDefault();
    event.stopPropagation();
    onDone('');
  };
  return (
    <form
      className={styles['text']}
      onSubmit={(event) => {
        // React passes it on to a form that the drawing was opened from.
        event.stopPropagation();
        save(event);
      }}
    >
      <TextInput
        ref={input}
        className={styles['textField']}
        aria-label={i18n.t('Text on the picture')}
        placeholder={i18n.t('Text on the picture')}
        maxLength={TEXT_LIMIT}
        {...field}
        onKeyDown={onKeyDown}
      />
      <Button type="submit" disabled={!canSave}>
        {i18n.t('Add')}
      </Button>
    </form>
  );
}

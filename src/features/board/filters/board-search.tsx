import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { i18n } from '../../../i18n/i18n.ts';
import classes from '../board.module.css';

interface Props {
  readonly value: string;
  readonly onChange: (query: string) => void;
}

/** Search words of the board; written to the address when typing pauses. */
export function BoardSearch({ value, onChange }: Props) {
  const [query, setText] = useState(value);
  const sent = useRef(value);
  const send = useDebouncedCallback((next: string) => {
    sent.current = next;
    onChange(next);
  }, 200);
  // Changed from outside: "Show everything", Back, a link.
  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    setText(value);
  }, [value]);
  const type = (next: string) => {
    setText(next);
    send(next);
  };
  return (
    <TextInput
      size="xs"
      type="search"
      className={classes.search}
      aria-label={i18n.t('Find a task on this board')}
      placeholder={i18n.t('Find a task')}
      leftSection={<IconSearch size={15} stroke={1.5} aria-hidden />}
      // A press on the icon focuses the field.
      leftSectionPointerEvents="none"
      value={query}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && query !== '') {
          event.preventDefault();
          event.stopPropagation();
          type('');
        }
      }}
      rightSection={
        query === '' ? undefined : (
          <CloseButton size="xs" aria-label={i18n.t('Clear the search')} onClick={() => type('')} />
        )
      }
    />
  );
}

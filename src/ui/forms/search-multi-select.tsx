import { MultiSelect, type MultiSelectProps } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { i18n } from '../../i18n/i18n.ts';
import { chooseOnTab, highlightedOption } from '../hooks/list-keys.ts';

type SearchMultiSelectProps = Omit<
  MultiSelectProps,
  'value' | 'onBlur' | 'onFocus' | 'onKeyDown' | 'onSearchChange' | 'searchValue'
> & {
  readonly value: readonly string[];
};

/**
 * Field for several options that are found by their names. Text that chooses nothing stays in the field, and its form is
 * not submitted: that would be less than the person has typed, and more where nothing chosen means everything.
 */
export function SearchMultiSelect({ value, error, ref, ...props }: SearchMultiSelectProps) {
  const [text, setText] = useState('');
  const [isLeft, setLeft] = useState(false);
  const isLeaving = useRef(false);
  const input = useRef<HTMLInputElement>(null);
  const merged = useMergedRef(input, ref);
  const isTyped = text.trim() !== '';
  useEffect(() => {
    const form = input.current?.form;
    if (!form || !isTyped) return undefined;
    const refuse = (event: SubmitEvent) => {
      event.preventDefault();
      event.stopImmediatePropagation();
      setLeft(true);
      input.current?.focus();
    };
    form.addEventListener('submit', refuse, { capture: true });
    return () => form.removeEventListener('submit', refuse, { capture: true });
  }, [isTyped]);
  const search = (next: string) => {
    // The field empties its text when it loses the focus.
    if (isLeaving.current && next === '' && isTyped) return setLeft(true);
    setText(next);
    setLeft(false);
  };
  const keepText = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Tab') chooseOnTab(event.currentTarget);
    if (event.key !== 'Enter' || !isTyped || highlightedOption(event.currentTarget)) return;
    event.preventDefault();
    setLeft(true);
  };
  return (
    <MultiSelect
      {...props}
      ref={merged}
      searchable
      value={[...value]}
      error={isLeft && isTyped ? i18n.t('Choose from the list, or remove this text') : error}
      // The list would cover the error.
      openOnFocus={!isLeft}
      searchValue={text}
      // Without a text Enter submits, and adds nobody.
      selectFirstOptionOnChange={isTyped}
      onSearchChange={search}
      onKeyDown={keepText}
      onBlur={() => {
        isLeaving.current = true;
      }}
      onFocus={() => {
        isLeaving.current = false;
      }}
    />
  );
}

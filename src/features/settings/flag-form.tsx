import '@mantine/core/styles/ColorSwatch.layer.css';
import { Button, CheckIcon, ColorSwatch, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useId, useRef } from 'react';
import * as v from 'valibot';
import { i18n, message } from '../../i18n/i18n.ts';
import { required } from '../../ui/forms/rules.ts';
import type { Form } from '../../ui/forms/use-form.ts';
import { readableOn } from '../../ui/marks/flag-mark.tsx';
import styles from './flags.module.css';

/** Name and colour of a priority. */
export type FlagTexts = Readonly<Record<'name' | 'colour_code', string>>;

export const FLAG_RULES = v.object({ name: required(message('Name')) });

interface FlagFormProps {
  readonly label: string;
  readonly form: Form<FlagTexts>;
  readonly submit: string;
  readonly onSubmit: () => void;
  readonly onCancel?: () => void;
}

/** Colours distinguishable on light and dark tiles; the first letter of the name makes them independent of colour. */
const FLAG_COLOURS = [
  { name: message('Red'), code: '#c92a2a' },
  { name: message('Orange'), code: '#d9480f' },
  { name: message('Amber'), code: '#b35c00' },
  { name: message('Green'), code: '#2b8a3e' },
  { name: message('Teal'), code: '#0b7285' },
  { name: message('Blue'), code: '#1864ab' },
  { name: message('Violet'), code: '#5f3dc4' },
  { name: message('Pink'), code: '#a61e4d' },
  { name: message('Grey'), code: '#495057' },
] as const;

/** Name and colour of a new or an edited priority. */
export function FlagForm(props: FlagFormProps) {
  const { label, form, submit, onSubmit, onCancel } = props;
  const isOpened = onCancel !== undefined;
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // The field takes the focus when the person has opened this row.
    if (!isOpened) return;
    input.current?.focus();
    input.current?.select();
  }, [isOpened]);
  const { name, colour_code: colour } = form.values;
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (form.check()) onSubmit();
  };
  return (
    <form className={styles['form']} onSubmit={send}>
      <TextInput label={label} ref={input} maxLength={200} {...form.text('name')} />
      <Colours value={colour} onChange={(colour_code) => form.set({ colour_code })} />
      <div className={styles['buttons']}>
        <Button type="submit" disabled={name.trim() === ''}>
          {submit}
        </Button>
        {onCancel === undefined ? null : (
          <Button variant="subtle" color="gray" onClick={onCancel}>
            {i18n.t('Cancel')}
          </Button>
        )}
      </div>
    </form>
  );
}

interface ColoursProps {
  readonly value: string;
  readonly onChange: (code: string) => void;
}

function Colours({ value, onChange }: ColoursProps) {
  const name = useId();
  const known = FLAG_COLOURS.some(({ code }) => code === value);
  const choices = known
    ? FLAG_COLOURS
    : [...FLAG_COLOURS, { name: message('As it is'), code: value }];
  return (
    <fieldset className={styles['colours']}>
      <legend>{i18n.t('Colour')}</legend>
      {choices.map((colour) => (
        <label key={colour.code} className={styles['colour']} title={i18n.t(colour.name)}>
          <input
            type="radio"
            name={name}
            aria-label={i18n.t(colour.name)}
            checked={colour.code === value}
            onChange={() => onChange(colour.code)}
          />
          <ColorSwatch component="span" color={colour.code} size={24} withShadow={false}>
            {colour.code === value ? <CheckIcon size={10} color={readableOn(colour.code)} /> : null}
          </ColorSwatch>
        </label>
      ))}
    </fieldset>
  );
}

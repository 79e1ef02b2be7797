import { Button, NativeSelect, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import * as v from 'valibot';
import { i18n, type Message } from '../../i18n/i18n.ts';
import { OwnPassword, type OwnPasswordProps } from './own-password.tsx';
import { required } from './rules.ts';
import styles from './token-form.module.css';
import { useConfirmDiscard } from './use-form-cancel.ts';
import { useForm, type ValueStore } from './use-form.ts';
import { useValues } from './use-values.ts';

/** Values of the form of a new token; the life is a number of days as text. */
type TokenValues = ReturnType<typeof emptyToken>;

/** Values of an empty form, with a life in days. */
export function emptyToken(days: number) {
  return { name: '', access: 'read', days: String(days) };
}

/** What both kinds of tokens have. */
export interface TokenFields {
  readonly name: string;
  readonly access: 'read' | 'write';
  readonly days: number;
  readonly password: string;
}

interface TokenFormProps extends Pick<OwnPasswordProps, 'email' | 'own'> {
  /** Label, description and placeholder of the name. */
  readonly name: {
    readonly label: Message;
    readonly description?: string;
    readonly placeholder?: string;
  };
  /** Labels of the access. */
  readonly access: { readonly read: string; readonly write: string };
  /** Lives to choose from, in days. */
  readonly days: readonly number[];
  /** Values except the password, which is never stored. */
  readonly store: ValueStore<TokenValues>;
  /** Further fields, below the access. */
  readonly children?: ReactNode;
  readonly disabled: boolean;
  /** Resolves to whether it was created. */
  readonly onCreate: (token: TokenFields) => Promise<boolean>;
  readonly onCancel: () => void;
}

/** Name, access and end of a new token, with the password as proof. */
export function TokenForm({
  name,
  access,
  days,
  store,
  children,
  email,
  own,
  disabled,
  onCreate,
  onCancel,
}: TokenFormProps) {
  const { label, ...texts } = name;
  const form = useForm({ store, schema: v.object({ name: required(label) }) });
  const proof = useForm({ store: useValues(NO_PASSWORD), schema: NO_RULES });
  const confirmDiscard = useConfirmDiscard();
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!form.check()) return;
    const { values } = form;
    const isCreated = await onCreate({
      name: values.name.trim(),
      access: values.access === 'write' ? 'write' : 'read',
      days: Number(values.days),
      password: proof.values.password,
    });
    if (isCreated) form.clear();
  };
  const cancel = async () => {
    if (!(await confirmDiscard(form.isDirty))) return;
    form.clear();
    onCancel();
  };
  return (
    <form className={styles['form']} onSubmit={(event) => void submit(event)} noValidate>
      <TextInput
        ref={first}
        label={i18n.t(label)}
        {...texts}
        autoComplete="off"
        required
        withAsterisk={false}
        maxLength={100}
        {...form.text('name')}
      />
      <NativeSelect
        label={i18n.t('What it may do')}
        data={[
          { value: 'read', label: access.read },
          { value: 'write', label: access.write },
        ]}
        {...form.text('access')}
      />
      {children}
      <NativeSelect
        label={i18n.t('Valid for')}
        data={days.map((count) => ({ value: String(count), label: lifeOf(count) }))}
        {...form.text('days')}
      />
      <OwnPassword email={email} own={own} {...proof.text('password')} />
      <Buttons
        submit={i18n.t('Create the token')}
        disabled={disabled}
        onCancel={() => void cancel()}
      />
    </form>
  );
}

interface ReplaceSecretFormProps extends Pick<OwnPasswordProps, 'email' | 'own'> {
  readonly token: { readonly id: string; readonly name: string };
  readonly disabled: boolean;
  readonly onReplace: (change: {
    readonly id: string;
    readonly overlap_hours: number;
    readonly password: string;
  }) => void;
  readonly onCancel: () => void;
}

/** Overlap of a former and a new secret of a token, with the password as proof. */
export function ReplaceSecretForm({
  token: { id, name },
  email,
  own,
  disabled,
  onReplace,
  onCancel,
}: ReplaceSecretFormProps) {
  const form = useForm({ store: useValues(NO_OVERLAP), schema: NO_RULES });
  const first = useRef<HTMLSelectElement>(null);
  useEffect(() => first.current?.focus(), []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { overlap, password } = form.values;
    onReplace({ id, overlap_hours: Number(overlap), password });
  };
  return (
    <form
      className={styles['form']}
      aria-label={i18n.t('Replace the secret of {name}', { name })}
      onSubmit={submit}
      noValidate
    >
      <NativeSelect
        ref={first}
        label={i18n.t('The former secret of {name}', { name })}
        description={i18n.t(
          'Name, access and end of the token stay. Choose “Ends at once” if somebody else may have the former secret: all former secrets then end.',
        )}
        data={[
          { value: '0', label: i18n.t('Ends at once') },
          { value: '1', label: i18n.t('Works for another hour') },
          { value: '24', label: i18n.t('Works for another day') },
        ]}
        {...form.text('overlap')}
      />
      <OwnPassword email={email} own={own} {...form.text('password')} />
      <Buttons submit={i18n.t('Replace the secret')} disabled={disabled} onCancel={onCancel} />
    </form>
  );
}

const NO_PASSWORD = { password: '' };
const NO_OVERLAP = { overlap: '0', password: '' };
const NO_RULES = v.object({});

interface ButtonsProps {
  readonly submit: string;
  readonly disabled: boolean;
  readonly onCancel: () => void;
}

function Buttons({ submit, disabled, onCancel }: ButtonsProps) {
  return (
    <div className={styles['buttons']}>
      <Button type="submit" disabled={disabled}>
        {submit}
      </Button>
      <Button variant="default" disabled={disabled} onClick={onCancel}>
        {i18n.t('Cancel')}
      </Button>
    </div>
  );
}

interface TokenButtonsProps {
  /** Name of the token. */
  readonly name: string;
  readonly disabled: boolean;
  /** Undefined for an expired token. */
  readonly onRotate: (() => void) | undefined;
  readonly onEnd: () => void;
}

/** Buttons of a token in its list. */
export function TokenButtons({ name, disabled, onRotate, onEnd }: TokenButtonsProps) {
  const look = { variant: 'default', size: 'xs', disabled } as const;
  return (
    <div className={styles['buttons']}>
      {onRotate === undefined ? null : (
        <Button
          {...look}
          aria-label={i18n.t('Replace the secret of {name}', { name })}
          onClick={onRotate}
        >
          {i18n.t('Replace secret')}
        </Button>
      )}
      <Button {...look} aria-label={i18n.t('End the token {name}', { name })} onClick={onEnd}>
        {i18n.t('End')}
      </Button>
    </div>
  );
}

function lifeOf(days: number): string {
  return days === 365
    ? i18n.t('1 year')
    : i18n.t('{count, plural, one {# day} other {# days}}', { count: days });
}

import { type FormErrors, schemaResolver, useForm as useMantineForm } from '@mantine/form';
import { useLayoutEffect, useRef, useState } from 'react';
import { i18n, type Message, translated } from '../../i18n/i18n.ts';
import { focusFirstError } from './focus-first-error.ts';

/** Values of a form by field: texts, and lists of ids. An empty text means no choice. */
type FormValues = Readonly<Record<string, string | readonly string[]>>;

type Schema = Parameters<typeof schemaResolver>[0];

/** Storage for the values of a form: a draft, which survives a reload, or `useValues`. */
export interface ValueStore<T> {
  readonly values: T;
  readonly isDirty: boolean;
  readonly set: (change: Partial<T>) => void;
  readonly clear: () => void;
}

interface FormInput<T> {
  readonly store: ValueStore<T>;
  /** Source of the messages below the fields; a function of all values where one field depends on another. */
  readonly schema: Schema | ((values: T) => Schema);
  /** Fields whose messages are shown while the person types; the others show theirs after the first submit. */
  readonly live?: readonly (string | Message)[];
}

type TextName<T> = { [Name in keyof T]: T[Name] extends string ? Name : never }[keyof T] & string;

/** Props of a text input. */
export interface TextField {
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (event: { readonly currentTarget: { readonly value: string } }) => void;
}

/** Props of an input for one of several values, or for a date; null means none. */
export interface ChoiceField {
  readonly value: string | null;
  readonly error: string | undefined;
  readonly onChange: (value: string | null) => void;
}

export interface Form<T> {
  readonly values: T;
  readonly isDirty: boolean;
  readonly set: (change: Partial<T>) => void;
  readonly text: (name: TextName<T>) => TextField;
  readonly choice: (name: TextName<T>) => ChoiceField;
  readonly errorOf: (name: keyof T & string) => string | undefined;
  /** True when all values are valid. Afterwards each error is shown below its field; the first one gets the focus. */
  readonly check: () => boolean;
  /** Resets the form to its initial values, after saving or discarding. */
  readonly clear: () => void;
}

/**
 * Form over `@mantine/form`: its values come from a store that outlives it, its errors from a valibot schema.
 * An error is a message below its field and disappears as soon as the value is valid.
 */
export function useForm<T extends FormValues>({ store, schema, live }: FormInput<T>): Form<T> {
  const [isTried, setTried] = useState(false);
  const latest = useRef(store);
  const errorsOf = (values: T) =>
    inLanguage(
      schemaResolver(typeof schema === 'function' ? schema(values) : schema, { sync: true })(
        values,
      ),
    );
  const [initialErrors] = useState(() => errorsOf(store.values));
  const form = useMantineForm<T>({
    initialValues: store.values,
    initialErrors,
    validate: errorsOf,
    clearInputErrorOnChange: false,
    onValuesChange: (values) => {
      const change = differences(values, latest.current.values);
      if (change !== undefined) latest.current.set(change);
      form.setErrors(errorsOf(values));
    },
  });
  // The store changes by itself when the row behind the initial values changes, or when unsaved text returns.
  useLayoutEffect(() => {
    latest.current = store;
    const change = differences(store.values, form.getValues());
    if (change !== undefined) form.setValues(change);
  });
  const set = (change: Partial<T>) => form.setValues(change);
  const errorOf = (name: keyof T & string) => {
    const error = form.errors[name];
    return typeof error === 'string' && (isTried || isAmong(live, error)) ? error : undefined;
  };
  const textOf = (name: keyof T) => {
    const value = form.values[name];
    return typeof value === 'string' ? value : '';
  };
  return {
    values: form.values,
    isDirty: store.isDirty,
    set,
    errorOf,
    text: (name) => ({
      value: textOf(name),
      error: errorOf(name),
      onChange: (event) => set(changeOf<T>(name, event.currentTarget.value)),
    }),
    choice: (name) => ({
      value: textOf(name) === '' ? null : textOf(name),
      error: errorOf(name),
      onChange: (value) => set(changeOf<T>(name, value ?? '')),
    }),
    check: () => {
      setTried(true);
      const errors = errorsOf(form.getValues());
      form.setErrors(errors);
      const isValid = Object.keys(errors).length === 0;
      if (!isValid) focusFirstError();
      return isValid;
    },
    clear: () => {
      setTried(false);
      store.clear();
    },
  };
}

/** Messages of a schema of the model are English. */
function inLanguage(errors: FormErrors): FormErrors {
  return Object.fromEntries(
    Object.entries(errors).map(([name, error]) => [
      name,
      typeof error === 'string' ? translated(error) : error,
    ]),
  );
}

function isAmong(messages: FormInput<unknown>['live'], error: string): boolean {
  return (messages ?? []).some(
    (one) => (typeof one === 'string' ? translated(one) : i18n.t(one)) === error,
  );
}

function changeOf<T>(name: keyof T, value: string): Partial<T> {
  const change: Partial<T> = {};
  return Object.assign(change, { [name]: value });
}

/** Fields of `values` that differ from `before`; undefined when there is none. */
function differences<T extends FormValues>(values: T, before: T): Partial<T> | undefined {
  const change: Partial<T> = {};
  for (const name of Object.keys(values)) {
    const isSame = JSON.stringify(values[name]) === JSON.stringify(before[name]);
    if (!isSame) Object.assign(change, { [name]: values[name] });
  }
  return Object.keys(change).length === 0 ? undefined : change;
}

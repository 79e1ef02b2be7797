import { TransNoContext } from '@lingui/react/server';
import type { ReactElement } from 'react';
import { i18n } from './i18n.ts';

interface Props {
  /** Message with numbered elements: `Signed in as <0>{name}</0>`. */
  readonly id: string;
  readonly values?: Readonly<Record<string, string | number>>;
  /** Elements by their numbers in the message. */
  readonly components: readonly ReactElement[];
}

/** A message with elements in it. The extraction knows it by its name. */
export function Trans({ id, values, components }: Props) {
  return (
    <TransNoContext
      lingui={{ i18n }}
      id={id}
      values={values}
      components={Object.fromEntries(components.map((element, index) => [index, element]))}
    />
  );
}

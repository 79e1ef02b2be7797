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

/**
 * A message with elements in it. The extraction knows it by its name. A text among the values is an element too: the
 * name `<0>` would be read as a tag of the message otherwise.
 */
export function Trans({ id, values = {}, components }: Props) {
  const shown: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    shown[name] = typeof value === 'string' ? <>{value}</> : value;
  }
  return (
    <TransNoContext
      lingui={{ i18n }}
      id={id}
      values={shown}
      components={Object.fromEntries(components.map((element, index) => [index, element]))}
    />
  );
}

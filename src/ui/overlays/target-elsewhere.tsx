import { type Ref, useImperativeHandle, useLayoutEffect } from 'react';

/** State of a dropdown (`useOpener`). */
export interface Opened {
  readonly id: string;
  readonly target: HTMLElement | null;
  /** False until `onReady` was called. */
  readonly isOpen: boolean;
  readonly onReady: () => void;
  readonly onChange: (isOpen: boolean) => void;
}

interface Props extends Pick<Opened, 'target' | 'onReady'> {
  readonly ref?: Ref<HTMLElement | null>;
}

/**
 * Stands for a button that is rendered elsewhere, as the target of a menu or popover. `onReady` opens it: Mantine notes
 * the focused element, to which it returns, when a mounted dropdown opens, and not when one is mounted open.
 */
export function TargetElsewhere({ target, onReady, ref }: Props) {
  useImperativeHandle<HTMLElement | null, HTMLElement | null>(ref, () => target, [target]);
  useLayoutEffect(onReady, [onReady]);
  return null;
}

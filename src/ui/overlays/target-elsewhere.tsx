import { type Ref, useImperativeHandle, useLayoutEffect, useState } from 'react';

/** State of a dropdown (`useOpener`). */
export interface Opened {
  readonly id: string;
  readonly target: HTMLElement | null;
  readonly isOpen: boolean;
  readonly onChange: (isOpen: boolean) => void;
}

interface Props {
  readonly element: HTMLElement | null;
  readonly ref?: Ref<HTMLElement | null>;
}

/** Stands for a button that is rendered elsewhere, as the target of a menu or popover. */
export function TargetElsewhere({ element, ref }: Props) {
  useImperativeHandle<HTMLElement | null, HTMLElement | null>(ref, () => element, [element]);
  return null;
}

/** Mantine remembers what has the focus when a dropdown opens after it was mounted, not when it is mounted open. */
export function useOpenedAfterMount(isOpen: boolean): boolean {
  const [isMounted, setMounted] = useState(false);
  useLayoutEffect(() => setMounted(true), []);
  return isOpen && isMounted;
}

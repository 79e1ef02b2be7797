import type { MenuProps } from '@mantine/core';
import {
  type ReactNode,
  type RefCallback,
  Suspense,
  useCallback,
  useEffect,
  useId,
  useState,
} from 'react';
import { loadWhenIdle, prefetch } from '../prefetch.ts';

/** Attributes of the button of a menu or popover. */
export interface OpenerProps {
  readonly ref: RefCallback<HTMLElement>;
  readonly id: string;
  readonly 'aria-haspopup': 'menu' | 'dialog';
  readonly 'aria-expanded': boolean;
  readonly 'aria-controls': string | undefined;
  readonly onClick: () => void;
  readonly onPointerEnter: () => void;
}

interface Props extends Pick<MenuProps, 'position' | 'width' | 'offset' | 'closeOnItemClick'> {
  readonly button: (props: OpenerProps) => ReactNode;
  /** The items. */
  readonly children: ReactNode;
}

const DROPDOWN = prefetch(async () => (await import('./menu-dropdown.tsx')).MenuDropdown);

/**
 * A button and its menu. The menu's code is loaded when the browser is idle, or by the pointer or the click: no screen
 * needs it for its first paint.
 */
export function MenuButton({ button, children, ...menu }: Props) {
  const { opener, isUsed, ...state } = useOpener('menu', DROPDOWN.load);
  return (
    <>
      {button(opener)}
      <Suspense>
        {isUsed && (
          <DROPDOWN.Component {...menu} {...state}>
            {children}
          </DROPDOWN.Component>
        )}
      </Suspense>
    </>
  );
}

/** State of a dropdown whose code is loaded by `load`, and the attributes of its button. */
export function useOpener(kind: OpenerProps['aria-haspopup'], load: () => Promise<void>) {
  const id = useId();
  const [target, setTarget] = useState<HTMLElement | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [isUsed, setUsed] = useState(false);
  const [isReady, setReady] = useState(false);
  const onReady = useCallback(() => setReady(true), []);
  useEffect(() => loadWhenIdle([{ load }]), [load]);
  const opener: OpenerProps = {
    ref: setTarget,
    id,
    'aria-haspopup': kind,
    'aria-expanded': isOpen,
    // The name that Mantine gives to the dropdown of this target.
    'aria-controls': isOpen ? `${id}-dropdown` : undefined,
    onClick: () => {
      setUsed(true);
      setOpen(!isOpen);
    },
    onPointerEnter: () => void load(),
  };
  return { opener, id, target, isOpen: isOpen && isReady, isUsed, onReady, onChange: setOpen };
}

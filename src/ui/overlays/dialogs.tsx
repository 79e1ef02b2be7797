import { Button } from '@mantine/core';
import {
  createContext,
  type ReactNode,
  type SyntheticEvent,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { i18n } from '../../i18n/i18n.ts';
import { useProvided } from '../hooks/use-provided.ts';
import styles from './dialogs.module.css';

interface Choice {
  readonly value: string;
  readonly label: string;
  readonly kind?: 'primary' | 'danger' | 'plain';
}

interface DialogRequest {
  readonly title: string;
  readonly message?: ReactNode;
  /** Enter selects the last choice, unless one is marked dangerous. */
  readonly choices: readonly Choice[];
  /** The dialog closes without a choice when this promise settles. */
  readonly until?: Promise<unknown>;
}

interface OpenDialog extends DialogRequest {
  /** Key: a dialog that replaces another one mounts a new element, takes the focus and is announced. */
  readonly id: number;
  readonly answer: (value: string | undefined) => void;
}

interface ConfirmInput {
  readonly title: string;
  readonly message?: ReactNode;
  readonly confirm: string;
  readonly cancel?: string;
  readonly danger?: boolean;
}

export interface Dialogs {
  /** Message that the person must read, e.g. a permission message. Resolves when it is closed. */
  readonly alert: (message: string, title?: string) => Promise<void>;
  /** Resolves to true when confirmed. */
  readonly confirm: (input: ConfirmInput) => Promise<boolean>;
  /** Resolves to the chosen value; undefined when the person closed it. */
  readonly choose: (request: DialogRequest) => Promise<string | undefined>;
}

const DialogContext = createContext<Dialogs | undefined>(undefined);

/** Accessible replacements of alert() and confirm(): one at a time; the focus moves in and returns. */
export function DialogProvider({ children }: { readonly children: ReactNode }) {
  const [queue, setQueue] = useState<readonly OpenDialog[]>([]);
  const asked = useRef(0);
  const choose = useCallback(
    (request: DialogRequest) =>
      new Promise<string | undefined>((resolve) => {
        const open: OpenDialog = {
          ...request,
          id: (asked.current += 1),
          answer: (value) => {
            setQueue((all) => all.filter((other) => other !== open));
            resolve(value);
          },
        };
        setQueue((all) => [...all, open]);
        const close = () => open.answer(undefined);
        request.until?.then(close, close);
      }),
    [],
  );
  const dialogs = useMemo<Dialogs>(
    () => ({
      choose,
      alert: async (message, title = i18n.t('This cannot be done')) => {
        await choose({
          title,
          message,
          choices: [{ value: 'ok', label: i18n.t('OK'), kind: 'primary' }],
        });
      },
      confirm: async (input) => (await choose(confirmRequest(input))) === 'yes',
    }),
    [choose],
  );
  const current = queue[0];
  return (
    <DialogContext value={dialogs}>
      {children}
      {current === undefined ? null : <DialogView key={current.id} dialog={current} />}
    </DialogContext>
  );
}

export function useDialogs(): Dialogs {
  return useProvided(DialogContext);
}

function confirmRequest(input: ConfirmInput): DialogRequest {
  return {
    title: input.title,
    message: input.message,
    choices: [
      { value: 'no', label: input.cancel ?? i18n.t('Cancel') },
      { value: 'yes', label: input.confirm, kind: input.danger === true ? 'danger' : 'primary' },
    ],
  };
}

/** Target of the focus when the element that asked has unmounted: an item of a menu, a row. */
function topPanel(): Element | undefined {
  return [...document.querySelectorAll('dialog[open]')].at(-1);
}

function DialogView({ dialog }: { readonly dialog: OpenDialog }) {
  const element = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const messageId = useId();
  const close = (event: SyntheticEvent) => {
    event.preventDefault();
    dialog.answer(undefined);
  };
  useEffect(() => {
    const node = element.current;
    const before = document.activeElement;
    node?.showModal();
    return () => {
      node?.close();
      const back = before?.isConnected === true && before !== document.body ? before : topPanel();
      if (back instanceof HTMLElement) back.focus({ preventScroll: true });
    };
  }, []);
  return (
    <dialog
      ref={element}
      className={styles['dialog']}
      role="alertdialog"
      aria-labelledby={titleId}
      aria-describedby={messageId}
      onCancel={close}
      // Otherwise a browser may close the dialog below together with this one.
      onKeyDown={(event) => event.key === 'Escape' && close(event)}
    >
      <h2 id={titleId} className={styles['title']}>
        {dialog.title}
      </h2>
      <div id={messageId} className={styles['message']}>
        {dialog.message}
      </div>
      <div className={dialog.choices.length > 2 ? styles['stacked'] : styles['choices']}>
        {dialog.choices.map((choice) => (
          <Button
            key={choice.value}
            variant={choice.kind === undefined || choice.kind === 'plain' ? 'default' : 'filled'}
            {...(choice.kind === 'danger' ? { color: 'red.9' } : {})}
            onClick={() => dialog.answer(choice.value)}
          >
            {choice.label}
          </Button>
        ))}
      </div>
    </dialog>
  );
}

import { Button, CloseButton } from '@mantine/core';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { i18n } from '../../i18n/i18n.ts';
import styles from './toasts.module.css';

export interface ToastInput {
  readonly message: ReactNode;
  readonly kind?: 'success' | 'error' | 'info';
  /**
   * Duration in milliseconds; messages about the safety of data pass false and stay until closed. Default
   * 2800 (board spec, 9).
   */
  readonly duration?: number | false | undefined;
  readonly action?: { readonly label: string; readonly run: () => void };
  /** Label of the close button; default a cross. */
  readonly dismiss?: string;
  /** A toast replaces an earlier one of the same id. */
  readonly id?: string;
}

/** A toast without an id of its own has one that no other has, in the same millisecond too. */
type ToastId = string | symbol;

interface ShownToast extends Omit<ToastInput, 'id'> {
  readonly id: ToastId;
}

interface Toast extends ShownToast {
  /** Distinguishes a toast from an earlier one of the same id. */
  readonly number: number;
}

const SHOW = 'show-toast';
const HIDE = 'hide-toast';
const DURATION = 2800;
const SHOWN = 3;

/** Shows a toast; returns a function that hides it. An event passes it to `Toasts`, so any code may call this. */
export function showToast(input: ToastInput): () => void {
  const id = input.id ?? Symbol(SHOW);
  window.dispatchEvent(new CustomEvent<ShownToast>(SHOW, { detail: { ...input, id } }));
  return () => hideToast(id);
}

/** Hides the toast of this id, if there is one. */
export function hideToast(id: ToastId): void {
  window.dispatchEvent(new CustomEvent<ToastId>(HIDE, { detail: id }));
}

/** Container of the toasts, once per page. The newest is lowest, at most three at a time. */
export function Toasts() {
  const [toasts, setToasts] = useState<readonly Toast[]>([]);
  const count = useRef(0);
  useEffect(() => {
    const show = (event: Event) => {
      if (!isToastEvent(event)) return;
      count.current += 1;
      const toast = { ...event.detail, number: count.current };
      setToasts((all) => newest([...all.filter(({ id }) => id !== toast.id), toast]));
    };
    const hide = (event: Event) => {
      if (!(event instanceof CustomEvent)) return;
      setToasts((all) => all.filter(({ id }) => id !== event.detail));
    };
    window.addEventListener(SHOW, show);
    window.addEventListener(HIDE, hide);
    return () => {
      window.removeEventListener(SHOW, show);
      window.removeEventListener(HIDE, hide);
    };
  }, []);
  const close = useCallback((number: number) => {
    setToasts((all) => all.filter((toast) => toast.number !== number));
  }, []);
  return (
    <section
      data-messages
      className={styles['region']}
      aria-label={i18n.t('Messages')}
      aria-live="polite"
    >
      {toasts.map((toast) => (
        <ToastView key={toast.number} toast={toast} onClose={close} />
      ))}
    </section>
  );
}

interface ToastViewProps {
  readonly toast: Toast;
  readonly onClose: (number: number) => void;
}

function ToastView({ toast, onClose }: ToastViewProps) {
  const { number, message, action, dismiss, kind = 'success', duration = DURATION } = toast;
  const before = useRef<HTMLElement>(null);
  const close = () => {
    // The button with the focus goes with the message.
    before.current?.focus({ preventScroll: true });
    onClose(number);
  };
  const [isPaused, setPaused] = useState(false);
  useEffect(() => {
    // Hover and focus inside pause the timer.
    if (duration === false || isPaused) return undefined;
    const timer = setTimeout(() => onClose(number), duration);
    return () => clearTimeout(timer);
  }, [duration, isPaused, number, onClose]);
  return (
    <div
      className={styles['toast']}
      data-kind={kind}
      data-offer={dismiss === undefined ? undefined : true}
      role={kind === 'error' ? 'alert' : undefined}
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={({ relatedTarget }) => {
        setPaused(true);
        if (relatedTarget instanceof HTMLElement) before.current ??= relatedTarget;
      }}
      onBlur={() => setPaused(false)}
    >
      <span className={styles['message']}>{message}</span>
      {action === undefined ? null : (
        <Button
          size="compact-sm"
          variant="light"
          onClick={() => {
            close();
            action.run();
          }}
        >
          {action.label}
        </Button>
      )}
      {dismiss === undefined ? (
        <CloseButton size="sm" aria-label={i18n.t('Close')} onClick={close} />
      ) : (
        <Button size="compact-sm" variant="subtle" color="gray" onClick={close}>
          {dismiss}
        </Button>
      )}
    </div>
  );
}

/** Drops the oldest beyond three, but never one that must stay. */
function newest(toasts: readonly Toast[]): readonly Toast[] {
  const passing = toasts.filter(({ duration }) => duration !== false);
  const dropped = passing.slice(0, Math.max(0, passing.length - SHOWN));
  return toasts.filter((toast) => !dropped.includes(toast));
}

function isToastEvent(event: Event): event is CustomEvent<ShownToast> {
  return event.type === SHOW && event instanceof CustomEvent;
}

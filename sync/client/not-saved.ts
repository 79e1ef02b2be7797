import type { Refusal } from '../../model/shared/errors.ts';
import { notSaved } from '../store/not-saved.ts';

const EVENT = 'cairn-not-saved';

/** A write failed on this device: whoever follows is told, and the caller gets it as a refusal. */
export function tellNotSaved(error: unknown): Refusal {
  const refusal = notSaved(error);
  window.dispatchEvent(new CustomEvent<string>(EVENT, { detail: refusal.message }));
  return refusal;
}

/** Hears of every change that could not be saved on this device; returns how to stop. */
export function followNotSaved(told: (message: string) => void): () => void {
  const hear = (event: Event) => {
    if (event instanceof CustomEvent) told(String(event.detail));
  };
  window.addEventListener(EVENT, hear);
  return () => window.removeEventListener(EVENT, hear);
}

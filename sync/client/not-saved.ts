import { CairnError, refuse, type Refusal } from '../../model/shared/errors.ts';
import { notSaved, type WriteFailure, writeFailure } from '../store/not-saved.ts';

const EVENT = 'cairn-not-saved';

/** A write failed on this device: whoever follows is told, and the caller gets it as a refusal. */
export function notifyNotSaved(error: unknown): Refusal {
  const refusal = whyNot(error);
  // A part that could not be fetched, and what a rule says, are shown by the caller.
  if (refusal.code !== 'storage_full' && refusal.code !== 'internal') return refusal;
  window.dispatchEvent(new CustomEvent<string>(EVENT, { detail: refusal.message }));
  return refusal;
}

/**
 * Why nothing was written: a rule's own words, that there is no network for a part of the app, or that the write itself
 * failed on this device. A fault of ours is reported as one: it must not vanish behind a sentence.
 */
export function whyNot(error: unknown): Refusal {
  if (error instanceof CairnError) {
    const { code, message, details } = error;
    return Object.keys(details).length === 0 ? { code, message } : { code, message, details };
  }
  reportError(error);
  return notSaved(error);
}

/**
 * The same for who has words of their own for it: a rule's refusal, or what became of the write. A fault of ours is
 * reported here as well.
 */
export function causeOf(error: unknown): Refusal | WriteFailure {
  if (error instanceof CairnError) return whyNot(error);
  reportError(error);
  return writeFailure(error);
}

/** Fetches a part of the app that is not there from the beginning; without it, and without a network, says so. */
export async function part<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    throw new CairnError(NOT_FETCHED, { cause });
  }
}

const NOT_FETCHED = refuse(
  'unavailable',
  'Not done: this needs a part of Cairn that is not on this device yet, and there is no connection to fetch it. Nothing that was saved before is touched. Connect and do it again.',
);

/** Hears of every change that could not be saved on this device; returns how to stop. */
export function followNotSaved(notify: (message: string) => void): () => void {
  const receive = (event: Event) => {
    if (event instanceof CustomEvent) notify(String(event.detail));
  };
  window.addEventListener(EVENT, receive);
  return () => window.removeEventListener(EVENT, receive);
}

import { CairnError, refuse, type Refusal } from '../../model/shared/errors.ts';
import { notSaved, type WriteFailure, writeFailure } from '../store/not-saved.ts';

const EVENT = 'cairn-not-saved';

/** Notifies the listeners of a write that failed on this device, and returns the refusal for the caller. */
export function notifyNotSaved(error: unknown): Refusal {
  const refusal = refusalFor(error);
  // The caller shows a rule's refusal and a failed import itself.
  if (refusal.code !== 'storage_full' && refusal.code !== 'internal') return refusal;
  window.dispatchEvent(new CustomEvent<string>(EVENT, { detail: refusal.message }));
  return refusal;
}

/**
 * Refusal for a write that did not happen: a rule's message, a part of the app that needs the network, or a failed
 * write on this device. An internal fault is also reported, so that the message does not hide it.
 */
export function refusalFor(error: unknown): Refusal {
  if (error instanceof CairnError) {
    const { code, message, details } = error;
    return Object.keys(details).length === 0 ? { code, message } : { code, message, details };
  }
  reportError(error);
  return notSaved(error);
}

/**
 * The same for a caller with texts of its own: a rule's refusal or the kind of write failure. An internal fault is
 * reported here too.
 */
export function causeOf(error: unknown): Refusal | WriteFailure {
  if (error instanceof CairnError) return refusalFor(error);
  reportError(error);
  return writeFailure(error);
}

/**
 * Imports a part of the app that is not in the first download; rejects with a message about the missing network when it
 * cannot be fetched.
 */
export async function part<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    throw new CairnError(NOT_FETCHED, { cause });
  }
}

const NOT_FETCHED = refuse(
  'unavailable',
  /*i18n*/ 'Not done: this needs a part of Cairn that is not on this device yet, and there is no connection to fetch it. Nothing that was saved before is changed. Connect to the internet and try again.',
);

/** Calls `notify` for every change that could not be saved on this device; returns the unsubscribe function. */
export function followNotSaved(notify: (message: string) => void): () => void {
  const receive = (event: Event) => {
    if (event instanceof CustomEvent) notify(String(event.detail));
  };
  window.addEventListener(EVENT, receive);
  return () => window.removeEventListener(EVENT, receive);
}

import { CairnError, refuse } from '../../../model/shared/errors.ts';

/** Errors of a store that was deleted or replaced, or that cannot be opened: nothing was written. */
const CLOSED = ['DatabaseClosedError', 'OpenFailedError', 'InvalidStateError'];

/** The refusal that a person sees for an error of the store of a shared machine; other errors are thrown. */
export function refusalOf(error: unknown): CairnError {
  if (error instanceof CairnError) return error;
  if (error instanceof Error && CLOSED.includes(error.name)) {
    return closedStore();
  }
  throw error;
}

export function closedStore(): CairnError {
  return new CairnError(refuse('unavailable', 'The store is closed'));
}

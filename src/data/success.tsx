import { createContext, type ReactNode, useContext } from 'react';

/** Options for the message after a mutation; its text is the mutation's own (`success`). */
export interface SuccessOptions {
  /** Name of the changed row or person, for a text that contains it. */
  readonly subject?: string;
  /** Text that depends on more than the arguments of the mutation. */
  readonly message?: string;
  /** Milliseconds; default as long as a message of its kind is shown. */
  readonly duration?: number;
  /**
   * Reverts the change by a new mutation; offered in the message and by Ctrl/Cmd+Z. False: it was left as it is, because
   * somebody has changed it again.
   */
  readonly undo?: () => unknown;
  readonly action?: { readonly label: string; readonly run: () => void };
}

export type ShowSuccess = (
  success: Omit<SuccessOptions, 'subject'> & { readonly message: string },
) => void;

const SuccessContext = createContext<ShowSuccess | undefined>(undefined);

interface SuccessProviderProps {
  readonly show: ShowSuccess;
  readonly children: ReactNode;
}

/** Provides the only function that shows the success of mutations. */
export function SuccessProvider({ show, children }: SuccessProviderProps) {
  return <SuccessContext value={show}>{children}</SuccessContext>;
}

/** Shows a success; for several mutations at once, which have a text together. */
export function useShowSuccess(): ShowSuccess {
  return useContext(SuccessContext) ?? missing;
}

function missing(): never {
  throw new Error('A success needs SuccessProvider');
}

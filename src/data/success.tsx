import { createContext, type ReactNode, useContext } from 'react';

/** True when it is committed on this device. `asked`: a dialog that has opened asks for more, and changes it then. */
export type Reverted = boolean | 'asked';

/**
 * Outcome of an undo. `changed`: nothing was reverted, because somebody has changed it again; `refused`: the reason has
 * been shown; `asked`: a dialog that has opened asks for more, so the undo stays on offer. `partly`: what was reverted
 * of several, with the reasons for the rest.
 */
export type UndoOutcome = 'undone' | 'changed' | 'refused' | 'asked' | { readonly partly: string };

/** Options for the message after a mutation; its text is the mutation's own (`success`). */
export interface SuccessOptions {
  /** Name of the changed row or person, for a text that contains it. */
  readonly subject?: string;
  /** Text that depends on more than the arguments of the mutation. */
  readonly message?: string;
  /** Milliseconds; default as long as a message of its kind is shown. */
  readonly duration?: number;
  /**
   * Reverts the change by a new mutation; offered in the message and by Ctrl/Cmd+Z, and not called when somebody has
   * changed it again. False: it was refused, and the reason has been shown.
   */
  readonly undo?: () => Promise<Reverted>;
  readonly action?: { readonly label: string; readonly run: () => void };
}

export type ShowSuccess = (
  success: Omit<SuccessOptions, 'subject' | 'undo'> & {
    readonly message: string;
    readonly undo?: () => Promise<UndoOutcome>;
  },
) => void;

const SuccessContext = createContext<ShowSuccess>(() => {
  throw new Error('No provider');
});

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
  return useContext(SuccessContext);
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Address of an account that was just made, for the sign-in page. */
    readonly email?: string;
  }
}

/** Address of the account that was just made here; empty otherwise. */
export function signedUpEmail({ email }: { readonly email?: unknown }): string {
  return typeof email === 'string' ? email : '';
}

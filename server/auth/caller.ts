import type { Language } from '../../model/shared/language.ts';

/** Origin of a call: the network address, and the secret of a browser that has signed in before. */
export interface Caller {
  readonly address: string;
  readonly device: string | undefined;
  /** The cookie of the session that this browser had before. */
  readonly session?: string | undefined;
  /** The browser's own name; null when it gave none. */
  readonly browser?: string | null;
  /** Language of the app; undefined for a program without one. */
  readonly language?: Language | undefined;
}

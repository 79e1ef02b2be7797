import type { Machine } from '../shared/machine.ts';

/** What letters need to know about this server. */
export interface MailSenderDeps {
  readonly machine: Machine;
  /** Without a slash at the end. */
  readonly publicUrl: string;
}

import type { Machine } from '../shared/machine.ts';

/** Settings of this server that mails contain. */
export interface MailSenderDeps {
  readonly machine: Machine;
  /** Without a slash at the end. */
  readonly publicUrl: string;
}

import { mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Mail } from './mail.ts';

/** A mail to be sent: `id` is the same in every attempt, so that mail programs show it once. */
export interface Envelope extends Mail {
  readonly id: string;
  /** Milliseconds since 1970, UTC: time at which it was written. */
  readonly writtenAt: number;
  /** `<organisation>/<invitation>` when the mail is about one. */
  readonly invitation?: string | null;
  /** The same text as HTML; null: plain text alone. */
  readonly html?: string | null;
  /** Address that stops mails of this kind with one click (RFC 8058). */
  readonly stop?: string | null;
}

/** Sends one mail. Rejects when it must be tried again. */
export interface MailSender {
  readonly send: (envelope: Envelope) => Promise<void>;
  readonly close: () => void;
}

interface SmtpOptions {
  /** `smtp://user:password@host:port` or `smtps://...` (SMTP_URL). */
  readonly url: string;
  readonly from: string;
}

/** Sends by SMTP. Times out after 20 s per step, so that a dead server cannot block the queue. */
export function createSmtpSender({ url, from }: SmtpOptions): MailSender {
  const transport = createTransport({
    url,
    connectionTimeout: 20_000,
    greetingTimeout: 20_000,
    socketTimeout: 20_000,
  });
  return {
    send: async (envelope) => {
      await transport.sendMail(messageOf(envelope, from));
    },
    close: () => {
      transport.close();
    },
  };
}

interface FolderOptions {
  /** Folder of the .eml files: `DATA_DIR/mail`. Created when missing. */
  readonly directory: string;
  readonly from: string;
  /** Writes one line for the operator, outside the structured logs, which must not contain links with secrets. */
  readonly print: (line: string) => void;
}

/**
 * Without SMTP each mail becomes a file that any mail program opens, readable by the owner alone, and its link is
 * printed. A file appears completely or not at all.
 */
export function createFolderSender({ directory, from, print }: FolderOptions): MailSender {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    send: async (envelope) => {
      const { message } = await composer.sendMail(messageOf(envelope, from));
      if (!Buffer.isBuffer(message)) throw new Error('The mail could not be composed');
      await mkdir(directory, { recursive: true, mode: 0o700 });
      const stamp = new Date(envelope.writtenAt).toISOString().replaceAll(/[-:]|\.\d+/g, '');
      await writeWhole(join(directory, `${stamp}-${envelope.id}.eml`), message);
      if (envelope.link !== null) print(`Mail for ${envelope.to}: ${envelope.link}`);
    },
    close: () => {
      composer.close();
    },
  };
}

function messageOf(envelope: Envelope, from: string) {
  return {
    from,
    // An object, not text: an address is never parsed as a list of several.
    to: { name: '', address: envelope.to },
    subject: envelope.subject,
    text: envelope.text,
    ...(typeof envelope.html === 'string' && { html: envelope.html }),
    ...(typeof envelope.stop === 'string' && {
      headers: {
        'List-Unsubscribe': `<${envelope.stop}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
    }),
    date: new Date(envelope.writtenAt),
    messageId: `<${envelope.id}@${domainOf(from)}>`,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

function domainOf(from: string): string {
  return /@([^>\s]+)/.exec(from)?.[1] ?? 'cairn.invalid';
}

async function writeWhole(path: string, content: Uint8Array): Promise<void> {
  const draft = `${path}.draft`;
  const file = await open(draft, 'w', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
}

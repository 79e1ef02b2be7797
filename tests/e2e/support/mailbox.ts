import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { waitUntil } from '../../support/wait-until.ts';

/**
 * Path of the link (`/organizationinvite/...`) in the newest mail to an address, read from
 * `DATA_DIR/mail`.
 */
export async function inviteLinkFor(dataDir: string, email: string): Promise<string> {
  return linkFor(dataDir, email, /\/organizationinvite\/[\w-]+/);
}

/** First match in the newest mail to an address, for example the path of its link. */
export async function linkFor(dataDir: string, email: string, pattern: RegExp): Promise<string> {
  let link: string | undefined;
  await waitUntil(
    `a letter to ${email}`,
    () => {
      link = linkIn(mailsTo(dataDir, email).at(-1) ?? '', pattern);
      return link !== undefined;
    },
    { withinMs: 10_000, everyMs: 50 },
  );
  return link ?? '';
}

/** Every sign-in with a new browser is mailed, in between the mails that scenarios wait for. */
const NEW_BROWSER = 'Subject: New sign-in to your account on Cairn';

function mailsTo(dataDir: string, email: string): readonly string[] {
  const folder = join(dataDir, 'mail');
  return namesIn(folder)
    .filter((name) => name.endsWith('.eml'))
    .toSorted()
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .filter((mail) => mail.toLowerCase().includes(`to: ${email.toLowerCase()}`))
    .filter((mail) => !mail.includes(NEW_BROWSER));
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // The first mail creates the folder.
  }
}

/** Mails are quoted-printable: a long line is folded with `=` and `=` itself is `=3D`. */
function linkIn(mail: string, pattern: RegExp): string | undefined {
  const text = mail.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=');
  return pattern.exec(text)?.[0];
}

import type { Language } from '../../model/shared/language.ts';
import { type Message, message } from '../../model/shared/message.ts';
import { translate } from '../shared/texts/translate.ts';

/**
 * One mail to one address, in no language yet. A subject never contains a text that people chose; otherwise anybody
 * could write to anybody in our name.
 */
export interface MailMessage {
  readonly to: string;
  readonly subject: Message;
  /** Name of the greeted person; without it the greeting has no name. */
  readonly name?: string | undefined;
  /** Paragraphs above the link; the first one continues the greeting. */
  readonly above: readonly Message[];
  /** The one address to open from the mail. */
  readonly link?: string | undefined;
  /** Paragraphs below the link. */
  readonly below?: readonly Message[] | undefined;
}

/** One mail as it is sent: plain text. `link` is the one address to open from it, or null. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly link: string | null;
}

/** Characters of a line, which every reader of mails shows without breaking it again. */
const LINE = 96;

/** Greeting, paragraphs, link, paragraphs: each ends with an empty line. */
export function composeMail(mail: MailMessage, language: Language): Mail {
  const { to, subject, name, above, link, below = [] } = mail;
  const greeting =
    name === undefined ? message('Hello,') : message('Hello {name},', { name: oneLine(name) });
  const paragraphs = (texts: readonly Message[]) =>
    texts.flatMap((text) => [...linesOf(translate(text, language)), '']);
  const lines = [
    ...paragraphs([greeting, ...above]),
    ...(link === undefined ? [] : [link, '']),
    ...paragraphs(below),
  ];
  return { to, subject: translate(subject, language), link: link ?? null, text: lines.join('\n') };
}

/** Names come from people: a line break in one must not become a header or a paragraph of its own. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
}

/** Lines of at most `LINE` characters; a longer word has its own. */
function linesOf(text: string): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const line = lines.at(-1);
    if (line === undefined || line.length + 1 + word.length > LINE) lines.push(word);
    else lines[lines.length - 1] = `${line} ${word}`;
  }
  return lines;
}

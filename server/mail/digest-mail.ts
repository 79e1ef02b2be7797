import type { Language } from '../../model/shared/language.ts';
import { type Message, message } from '../../model/shared/message.ts';
import { translate } from '../shared/texts/translate.ts';
import { type Mail, oneLine } from './mail.ts';

/** Something that a mail names: a task, a subtask or a todo. */
export interface DigestItem {
  readonly name: string;
  /** Name of the project; empty for a todo. */
  readonly project: string;
  /** Due date; null: it is named for another reason. */
  readonly date: string | null;
  readonly url: string;
}

/** What a person may read about their work at this moment. */
export interface DigestContents {
  /** Done by all assignees; the person has to accept it. */
  readonly waiting: readonly DigestItem[];
  readonly overdue: readonly DigestItem[];
  /** Due today or within the next days. */
  readonly soon: readonly DigestItem[];
  /** Mentions that the person has not read. */
  readonly mentions: readonly DigestItem[];
}

interface DigestMail {
  readonly to: string;
  readonly name: string;
  readonly kind: 'digest' | 'reminder';
  /** Name of the organisation. */
  readonly organization: string;
  readonly contents: DigestContents;
  readonly home: string;
  /** Address that stops these mails without a sign-in. */
  readonly stop: string;
}

/** Items of a list: the mail is read in a minute, the rest is in the app. */
const LISTED = 10;

const TITLES: Readonly<Record<keyof DigestContents, Message>> = {
  overdue: message('Overdue'),
  soon: message('Due soon'),
  waiting: message('Waiting for you to accept'),
  mentions: message('Mentions that you have not read'),
};

export function isEmpty(contents: DigestContents): boolean {
  return listsOf(contents).length === 0;
}

/** Plain text and the same as simple HTML. The subject has no text that people chose. */
export function composeDigest(
  mail: DigestMail,
  language: Language,
): Mail & { readonly html: string; readonly stop: string } {
  const { to, kind, organization, contents, home, stop } = mail;
  const say = (text: Message) => translate(text, language);
  const greeting = say(message('Hello {name},', { name: oneLine(mail.name) }));
  const intro = say(
    kind === 'digest'
      ? message('this is your work in {organization}:', { organization: oneLine(organization) })
      : message('this is due today in {organization}:', { organization: oneLine(organization) }),
  );
  const open = say(message('Open Cairn'));
  const why = say(
    message(
      'You get this mail because you switched it on in your profile on Cairn. Stop these mails with one click:',
    ),
  );
  const stopLabel = say(message('Stop these mails'));
  const lists = listsOf(contents).map(({ title, items }) => {
    const rest = items.length - LISTED;
    return {
      title: kind === 'reminder' ? undefined : say(title),
      items: items.slice(0, LISTED).map((item) => ({ url: item.url, ...lineOf(item, language) })),
      more: rest > 0 ? say(message('and {count} more', { count: rest })) : undefined,
    };
  });
  const text = [
    greeting,
    '',
    intro,
    '',
    ...lists.flatMap(({ title, items, more }) => [
      ...(title === undefined ? [] : [title]),
      ...items.flatMap(({ name, under, url }) => [
        `- ${name}${under === '' ? '' : ` (${under})`}`,
        `  ${url}`,
      ]),
      ...(more === undefined ? [] : [more]),
      '',
    ]),
    `${open}: ${home}`,
    '',
    why,
    stop,
    '',
  ];
  const html = [
    `<!doctype html><html lang="${language}"><body>`,
    `<p>${escaped(greeting)}</p><p>${escaped(intro)}</p>`,
    ...lists.flatMap(({ title, items, more }) => [
      title === undefined ? '' : `<h3>${escaped(title)}</h3>`,
      '<ul>',
      ...items.map(
        ({ name, under, url }) =>
          `<li><a href="${escaped(url)}">${escaped(name)}</a>${under === '' ? '' : ` <small>${escaped(under)}</small>`}</li>`,
      ),
      more === undefined ? '' : `<li>${escaped(more)}</li>`,
      '</ul>',
    ]),
    `<p><a href="${escaped(home)}">${escaped(open)}</a></p>`,
    `<p><small>${escaped(why)} <a href="${escaped(stop)}">${escaped(stopLabel)}</a></small></p>`,
    '</body></html>',
  ].join('\n');
  const subject = say(
    kind === 'digest' ? message('Your work on Cairn') : message('Due today on Cairn'),
  );
  return { to, subject, text: text.join('\n'), html, link: home, stop };
}

function listsOf(contents: DigestContents) {
  const order = ['overdue', 'soon', 'waiting', 'mentions'] as const;
  return order
    .map((name) => ({ title: TITLES[name], items: contents[name] }))
    .filter(({ items }) => items.length > 0);
}

function lineOf({ name, project, date }: DigestItem, language: Language) {
  const format = new Intl.DateTimeFormat(language, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  });
  const parts = [date === null ? '' : format.format(Date.parse(date)), oneLine(project)];
  return { name: oneLine(name), under: parts.filter((part) => part !== '').join(', ') };
}

/** Text of people inside HTML. */
export function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

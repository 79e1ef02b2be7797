import * as v from 'valibot';
import type { Language } from '../../model/shared/language.ts';
import { type Message, message } from '../../model/shared/message.ts';
import { escaped } from '../mail/digest-mail.ts';
import { isTimeZone } from '../mail/digest-times.ts';
import { digestSettings, findStop, setDigests, stopDigests } from '../mail/digests.ts';
import { translate } from '../shared/texts/translate.ts';
import { NOTHING, type PlainAnswer, publicRoute, type Route, sessionRoute } from './pipeline.ts';

const settingsForm = v.strictObject({
  digest: v.picklist(['off', 'daily', 'weekly'], 'must be off, daily or weekly'),
  reminders: v.boolean('must be true or false'),
  /** Name of the IANA database. */
  time_zone: v.pipe(v.string(), v.maxLength(80), v.check(isTimeZone, 'is not a time zone')),
});

const get = sessionRoute({
  method: 'GET',
  path: 'api/mail-digest/',
  summary: 'The mails about their work that the caller has switched on in this organisation',
  query: NOTHING,
  body: NOTHING,
  handle: async ({ services, actor }) => ({ data: await digestSettings(services, actor) }),
});

const set = sessionRoute({
  method: 'POST',
  path: 'api/mail-digest/set/',
  summary:
    'Switch mails about the own work on or off: a digest every day or every Monday, and reminders on days when something is due, at 7 in the morning of the time zone. A day has one mail at most, and none when there is nothing to say',
  query: NOTHING,
  body: settingsForm,
  handle: async ({ services, actor, body }) => {
    const { writer, auth } = services;
    await setDigests({ writer, machine: auth.machine }, actor, body);
    services.digests.wake();
    return { message: /*i18n*/ 'Your choice has been saved', data: body };
  },
});

/** A GET changes nothing: programs that check the links of mails open them. */
const ask = publicRoute({
  method: 'GET',
  path: 'mail/stop/:id',
  summary: 'A page with a button that stops the mails of a secret address',
  query: NOTHING,
  body: NOTHING,
  handle: async ({ services, params }) => {
    const language = await findStop(services, params['id'] ?? '');
    return language === undefined
      ? page('en', message('You do not get these mails any more.'))
      : page(
          language,
          message('You do not get these mails any more after a click:'),
          message('Stop these mails'),
        );
  },
});

/** RFC 8058: programs of mails send `List-Unsubscribe=One-Click`, without a session. */
const stop = publicRoute({
  method: 'POST',
  path: 'mail/stop/:id',
  summary: 'Stop the mails of a secret address (one click, RFC 8058)',
  query: NOTHING,
  body: v.strictObject({ 'List-Unsubscribe': v.optional(v.literal('One-Click')) }),
  handle: async ({ services, params }) => {
    const secret = params['id'] ?? '';
    const language = (await findStop(services, secret)) ?? 'en';
    await stopDigests(services, secret);
    return page(language, message('You do not get these mails any more.'));
  },
});

/** A page without scripts and styles, for any browser. */
function page(language: Language, text: Message, button?: Message): PlainAnswer {
  const form =
    button === undefined
      ? ''
      : `<form method="post"><button name="List-Unsubscribe" value="One-Click">${escaped(translate(button, language))}</button></form>`;
  return {
    plain: `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Cairn</title></head><body><main><h1>Cairn</h1><p>${escaped(translate(text, language))}</p>${form}</main></body></html>`,
    headers: { 'content-type': 'text/html; charset=utf-8', 'referrer-policy': 'no-referrer' },
  };
}

export const MAIL_ROUTES: readonly Route[] = [get, set, ask, stop];

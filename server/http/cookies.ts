import type { FastifyReply, FastifyRequest } from 'fastify';
import { CairnError } from '../../model/shared/errors.ts';
import {
  isLanguage,
  type Language,
  LANGUAGE_COOKIE,
  languageOf,
} from '../../model/shared/language.ts';
import { isCleanText } from '../../model/shared/text.ts';
import { DEVICE_MS, SESSION_MS } from '../auth/sessions.ts';
import type { Caller, SignedIn } from '../auth/sign-in.ts';

const SESSION_COOKIE = 'cairn_session';
const DEVICE_COOKIE = 'cairn_device';
/** The only path to which the session's cookie is sent. */
const PATH = '/rest';
const SECRET = /^[\w-]{43}$/;

export function sessionCookieOf(request: FastifyRequest): string | undefined {
  return secretOf(request.cookies[SESSION_COOKIE]);
}

export function callerOf(request: FastifyRequest): Caller {
  const browser = request.headers['user-agent'];
  return {
    address: request.ip,
    device: secretOf(request.cookies[DEVICE_COOKIE]),
    session: sessionCookieOf(request),
    browser: browser !== undefined && isCleanText(browser) ? browser : null,
    language: languageIn(request),
  };
}

/** The language that the app has named in its cookie, else the first of the browser's that it speaks. */
function languageIn({ cookies, headers }: FastifyRequest): Language | undefined {
  const named = cookies[LANGUAGE_COOKIE] ?? '';
  if (isLanguage(named)) return named;
  const accepted = headers['accept-language'];
  return accepted === undefined
    ? undefined
    : languageOf(accepted.split(',').map((tag) => tag.replace(/;.*/s, '').trim()));
}

/** The cookies are hidden from scripts, not sent by other sites, and with https never sent over plain http. */
export function setCookies(
  request: FastifyRequest,
  reply: FastifyReply,
  {
    cookie,
    device,
    shared,
    publicUrl,
  }: Pick<SignedIn, 'cookie' | 'device' | 'shared'> & { readonly publicUrl: string },
): void {
  const options = optionsFor(request, publicUrl);
  reply.setCookie(SESSION_COOKIE, cookie, { ...options, ...lifeOf(shared) });
  reply.setCookie(DEVICE_COOKIE, device, { ...options, maxAge: DEVICE_MS / 1_000 });
}

/** Extends the session from its last renewal, with the same cookie or a new one. */
export function extendSession(
  request: FastifyRequest,
  reply: FastifyReply,
  {
    cookie,
    shared,
    maxAge,
    publicUrl,
  }: {
    readonly cookie: string;
    readonly shared: boolean;
    /** Seconds until the session ends. */
    readonly maxAge: number;
    readonly publicUrl: string;
  },
): void {
  reply.setCookie(SESSION_COOKIE, cookie, {
    ...optionsFor(request, publicUrl),
    ...(shared ? {} : { maxAge }),
  });
}

export function clearSession(
  request: FastifyRequest,
  reply: FastifyReply,
  publicUrl: string,
): void {
  reply.clearCookie(SESSION_COOKIE, optionsFor(request, publicUrl));
}

/**
 * Rejects a call that a page of another site makes the browser send: it could use the session's cookie, or sign
 * somebody in to another account. Programs send neither header and no cookie of a browser.
 */
export function requireSameOrigin(request: FastifyRequest, publicUrl: string): void {
  const site = request.headers['sec-fetch-site'];
  if (site === 'same-origin' || site === 'none') return;
  if (site !== undefined) throw foreign();
  // Browsers that do not send the relation of the sites send the name of the other one.
  const { origin } = request.headers;
  if (origin === undefined) return;
  const own = [originOf(publicUrl), `${request.protocol}://${request.host}`];
  if (!own.includes(origin)) throw foreign();
}

function optionsFor(request: FastifyRequest, publicUrl: string) {
  return {
    path: PATH,
    httpOnly: true,
    sameSite: 'strict' as const,
    secure: publicUrl.startsWith('https:') || request.protocol === 'https',
  };
}

/** On a shared computer the cookie has no age: it ends when the browser is closed. */
function lifeOf(shared: boolean): { readonly maxAge?: number } {
  return shared ? {} : { maxAge: SESSION_MS / 1_000 };
}

function secretOf(value: string | undefined): string | undefined {
  return value !== undefined && SECRET.test(value) ? value : undefined;
}

function originOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).origin : undefined;
}

function foreign(): CairnError {
  return new CairnError({ code: 'forbidden', message: 'This call came from another site' });
}

import type { FastifyReply, FastifyRequest } from 'fastify';
import { CairnError } from '../../model/shared/errors.ts';
import {
  isLanguage,
  type Language,
  LANGUAGE_COOKIE,
  languageOf,
} from '../../model/shared/language.ts';
import { isCleanText } from '../../model/shared/text.ts';
import { DEVICE_MS } from '../auth/known-browsers.ts';
import { SESSION_MS } from '../auth/sessions.ts';
import type { Caller } from '../auth/caller.ts';
import type { SignedIn } from '../auth/sign-in.ts';

const SESSION_COOKIE = 'cairn_session';
const DEVICE_COOKIE = 'cairn_device';
/** Recognises the browser in which a single sign-on was begun. */
const SSO_COOKIE = 'cairn_sso';
/** Browsers accept a cookie of this name only from this host itself and over https; it is sent to every path. */
const HOST_PREFIX = '__Host-';
/** Without https: the only path to which the cookies are sent. */
const PATH = '/rest';
const SECRET = /^[\w-]{43}$/;

export function sessionCookieOf(request: FastifyRequest): string | undefined {
  return cookieOf(request, SESSION_COOKIE);
}

/**
 * True when the session's cookie has the name of builds before the prefix, although the browser reaches the server by
 * https: it is replaced by the next renewal.
 */
export function hasFormerCookie(request: FastifyRequest, publicUrl: string): boolean {
  return (
    isSecure(request, publicUrl) &&
    secretOf(request.cookies[HOST_PREFIX + SESSION_COOKIE]) === undefined &&
    secretOf(request.cookies[SESSION_COOKIE]) !== undefined
  );
}

/** The prefixed cookie, which no other host can have set; the plain one only without it. */
function cookieOf({ cookies }: FastifyRequest, name: string): string | undefined {
  return secretOf(cookies[HOST_PREFIX + name]) ?? secretOf(cookies[name]);
}

export function callerOf(request: FastifyRequest): Caller {
  const browser = request.headers['user-agent'];
  return {
    address: request.ip,
    device: cookieOf(request, DEVICE_COOKIE),
    session: sessionCookieOf(request),
    browser: browser !== undefined && isCleanText(browser) ? browser : null,
    language: languageIn(request),
  };
}

/** The language that the app has named in its cookie, else the first of the browser's that it speaks. */
function languageIn({ cookies, headers }: FastifyRequest): Language | undefined {
  const named = cookies[HOST_PREFIX + LANGUAGE_COOKIE] ?? cookies[LANGUAGE_COOKIE] ?? '';
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
  const put = cookieWriter(request, reply, publicUrl);
  put(SESSION_COOKIE, cookie, lifeOf(shared));
  put(DEVICE_COOKIE, device, { maxAge: DEVICE_MS / 1_000 });
}

/**
 * Extends the session from its last renewal, with the same cookie or a new one. Cookies with the names of builds before
 * the prefix are replaced.
 */
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
  const put = cookieWriter(request, reply, publicUrl);
  put(SESSION_COOKIE, cookie, shared ? {} : { maxAge });
  const device = secretOf(request.cookies[DEVICE_COOKIE]);
  if (device !== undefined && isSecure(request, publicUrl)) {
    put(DEVICE_COOKIE, device, { maxAge: DEVICE_MS / 1_000 });
  }
}

export function ssoCookieOf(request: FastifyRequest): string | undefined {
  return cookieOf(request, SSO_COOKIE);
}

/**
 * Sets the cookie of a single sign-on for this time (milliseconds). Unlike the others it arrives with a navigation that
 * begins at another site: the identity provider's.
 */
export function setSsoCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  {
    secret,
    life,
    publicUrl,
  }: { readonly secret: string; readonly life: number; readonly publicUrl: string },
): void {
  const { name, options } = formOf(request, publicUrl);
  reply.setCookie(name(SSO_COOKIE), secret, {
    ...options,
    sameSite: 'lax',
    maxAge: life / 1_000,
  });
}

export function clearSsoCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  publicUrl: string,
): void {
  const { name, options } = formOf(request, publicUrl);
  reply.clearCookie(name(SSO_COOKIE), options);
}

export function clearSession(
  request: FastifyRequest,
  reply: FastifyReply,
  publicUrl: string,
): void {
  const { name, options } = formOf(request, publicUrl);
  reply.clearCookie(name(SESSION_COOKIE), options);
  clearFormer(request, reply, SESSION_COOKIE);
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

function isSecure(request: FastifyRequest, publicUrl: string): boolean {
  return publicUrl.startsWith('https:') || request.protocol === 'https';
}

/** Names and attributes of the cookies for this connection. */
function formOf(request: FastifyRequest, publicUrl: string) {
  const secure = isSecure(request, publicUrl);
  return {
    name: (cookie: string) => (secure ? HOST_PREFIX + cookie : cookie),
    options: {
      path: secure ? '/' : PATH,
      httpOnly: true,
      sameSite: 'strict' as const,
      secure,
    },
  };
}

function cookieWriter(request: FastifyRequest, reply: FastifyReply, publicUrl: string) {
  const { name, options } = formOf(request, publicUrl);
  return (cookie: string, value: string, life: { readonly maxAge?: number }): void => {
    reply.setCookie(name(cookie), value, { ...options, ...life });
    if (options.secure) clearFormer(request, reply, cookie);
  };
}

/** Removes the cookie that a build before the prefix has set. */
function clearFormer(request: FastifyRequest, reply: FastifyReply, cookie: string): void {
  if (request.cookies[cookie] !== undefined) reply.clearCookie(cookie, { path: PATH });
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

import { createToken, endToken, ownTokens, rotateToken, TOKEN_DAYS } from '../auth/api-tokens.ts';
import { emptyForm, endTokenForm, rotateTokenForm, tokenForm } from './auth-forms.ts';
import { callerOf } from './cookies.ts';
import { type Route, sessionRoute } from './pipeline.ts';

const list = sessionRoute({
  method: 'GET',
  path: 'api/token/list/',
  summary: 'The caller’s own tokens for programs in this organisation, the newest first',
  query: emptyForm,
  body: emptyForm,
  handle: async ({ services, actor }) => ({ data: await ownTokens(services.auth, actor) }),
});

const create = sessionRoute({
  method: 'POST',
  path: 'api/token/create/',
  summary: `Create a token with which a program acts in the caller’s name in this organisation, for at most ${TOKEN_DAYS} days. The response is the only one that contains it`,
  query: emptyForm,
  body: tokenForm(TOKEN_DAYS),
  handle: async ({ services, request, actor, body }) => ({
    message: /*i18n*/ 'The token has been created',
    data: await createToken(services.auth, actor, { ...body, caller: callerOf(request) }),
  }),
});

const rotate = sessionRoute({
  method: 'POST',
  path: 'api/token/rotate/',
  summary:
    'Replace the secret of one of the own tokens. The response is the only one that contains it; the former secret stays valid for `overlap_hours` (0, 1 or 24)',
  query: emptyForm,
  body: rotateTokenForm,
  handle: async ({ services, request, actor, body }) => ({
    message: /*i18n*/ 'The secret has been replaced',
    data: await rotateToken(services.auth, actor, { ...body, caller: callerOf(request) }),
  }),
});

const end = sessionRoute({
  method: 'POST',
  path: 'api/token/end/',
  summary: 'End one of the own tokens, from the next call on',
  query: emptyForm,
  body: endTokenForm,
  handle: async ({ services, request, actor, body: { id } }) => {
    await endToken(services.auth, actor, { id, caller: callerOf(request) });
    return { message: /*i18n*/ 'The token has ended' };
  },
});

export const TOKEN_ROUTES: readonly Route[] = [list, create, rotate, end];

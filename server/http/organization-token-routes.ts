import { mayManageOrganizationTokens } from '../../model/permissions/organization-token.ts';
import { CairnError } from '../../model/shared/errors.ts';
import { TOKEN_DAYS } from '../auth/api-tokens.ts';
import {
  createOrganizationToken,
  endOrganizationToken,
  organizationTokensOf,
  rotateOrganizationToken,
} from '../auth/organization-tokens.ts';
import { emptyForm, endTokenForm, organizationTokenForm, rotateTokenForm } from './auth-forms.ts';
import { callerOf } from './cookies.ts';
import { type Route, sessionRoute } from './pipeline.ts';

const list = sessionRoute({
  method: 'GET',
  path: 'api/organization-token/list/',
  summary:
    'The tokens of the organisation, for Level 1, the newest first; `projects` is null for every project',
  query: emptyForm,
  body: emptyForm,
  handle: async ({ services, actor }) => {
    const refusal = mayManageOrganizationTokens(actor);
    if (refusal !== undefined) throw new CairnError(refusal);
    const { database, clock } = services;
    return { data: await organizationTokensOf(database.db, actor.orgId, clock.now()) };
  },
});

const create = sessionRoute({
  method: 'POST',
  path: 'api/organization-token/create/',
  summary: `Create a token with which a program acts under its own name, for at most ${TOKEN_DAYS} days, in every project or in those of \`projects\`. The response is the only one that contains it`,
  query: emptyForm,
  body: organizationTokenForm(TOKEN_DAYS),
  handle: async ({ services, request, actor, body: { projects = null, ...body } }) => {
    const refusal = mayManageOrganizationTokens(actor);
    if (refusal !== undefined) throw new CairnError(refusal);
    const caller = callerOf(request);
    return {
      message: /*i18n*/ 'The token has been created',
      data: await createOrganizationToken(services.auth, actor, { ...body, projects, caller }),
    };
  },
});

const rotate = sessionRoute({
  method: 'POST',
  path: 'api/organization-token/rotate/',
  summary:
    'Replace the secret of a token of the organisation; its program stays. The response is the only one that contains it; the former secret stays valid for `overlap_hours` (0, 1 or 24)',
  query: emptyForm,
  body: rotateTokenForm,
  handle: async ({ services, request, actor, body }) => {
    const refusal = mayManageOrganizationTokens(actor);
    if (refusal !== undefined) throw new CairnError(refusal);
    const caller = callerOf(request);
    return {
      message: /*i18n*/ 'The secret has been replaced',
      data: await rotateOrganizationToken(services.auth, actor, { ...body, caller }),
    };
  },
});

const end = sessionRoute({
  method: 'POST',
  path: 'api/organization-token/end/',
  summary:
    'End a token of the organisation, from the next call on; its program leaves the teams of projects',
  query: emptyForm,
  body: endTokenForm,
  handle: async ({ services, request, actor, body: { id } }) => {
    await endOrganizationToken(services.auth, actor, { id, caller: callerOf(request) });
    return { message: /*i18n*/ 'The token has ended' };
  },
});

export const ORGANIZATION_TOKEN_ROUTES: readonly Route[] = [list, create, rotate, end];

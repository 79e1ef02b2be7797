import { keepOrganization, planOrganizationErasure } from '../erasure/organization-requests.ts';
import { emptyForm, planOrganizationErasureForm } from './auth-forms.ts';
import { callerOf } from './cookies.ts';
import { type Route, sessionRoute } from './pipeline.ts';

const plan = sessionRoute({
  method: 'POST',
  path: 'organization-erasure/plan/',
  summary:
    'Plan the erasure of the organisation, for Level 1: 30 days later everything of it is erased for good. Requires its name and the password',
  query: emptyForm,
  body: planOrganizationErasureForm,
  handle: async ({ services, request, actor, body: { name, password } }) => {
    const caller = callerOf(request);
    const data = await planOrganizationErasure(services.auth, actor, { name, password, caller });
    services.mailer.wake();
    services.log?.warn(
      { organization: Number(actor.orgId), erase_at: data.erase_at },
      'the erasure of an organisation is planned',
    );
    return { message: /*i18n*/ 'The erasure of the organisation is planned', data };
  },
});

const cancel = sessionRoute({
  method: 'POST',
  path: 'organization-erasure/cancel/',
  summary: 'Keep an organisation that is to be erased, for Level 1',
  query: emptyForm,
  body: emptyForm,
  handle: async ({ services, request, actor }) => {
    await keepOrganization(services.auth, actor, callerOf(request));
    services.mailer.wake();
    services.log?.info(
      { organization: Number(actor.orgId) },
      'the erasure of an organisation is cancelled',
    );
    return { message: /*i18n*/ 'The organisation is kept' };
  },
});

export const ORGANIZATION_ERASURE_ROUTES: readonly Route[] = [plan, cancel];

import { CairnError } from '../../model/shared/errors.ts';
import { joinInvite } from '../invitations/accept-link.ts';
import { identify } from '../auth/sessions.ts';
import { emptyForm, checkForm } from './auth-forms.ts';
import { requireSameOrigin } from './cookies.ts';
import { publicRoute, type Route } from './pipeline.ts';

/**
 * Accepts an invitation with the account that is signed in; the invitation names the organisation, so the call needs
 * no tenant.
 */
const inviteJoin = publicRoute({
  method: 'POST',
  path: 'api/organization-invite/join/',
  summary: 'Accept an invitation with the account that is signed in',
  query: emptyForm,
  body: checkForm,
  handle: async ({ services, request, body }) => {
    requireSameOrigin(request, services.publicUrl);
    const bearer = /^bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
    const identity =
      bearer === undefined
        ? undefined
        : await identify(services.database.db, bearer, services.clock.now());
    if (identity === undefined) {
      throw new CairnError({ code: 'unauthenticated', message: /*i18n*/ 'Please sign in again' });
    }
    const orgId = await joinInvite(services.auth, identity.userId, body.token);
    return { message: 'Welcome to Cairn', data: { organization_id: Number(orgId) } };
  },
});

export const INVITATION_ROUTES: readonly Route[] = [inviteJoin];

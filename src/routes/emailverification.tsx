import { createFileRoute } from '@tanstack/react-router';
import * as v from 'valibot';
import { EmailVerificationPage } from '../features/auth/email-verification-page.tsx';

/** `token`: the secret from the link in a mail. */
const searchSchema = v.object({ token: v.fallback(v.optional(v.string()), undefined) });

export const Route = createFileRoute('/emailverification')({
  validateSearch: searchSchema,
  component: Verification,
});

function Verification() {
  const { token } = Route.useSearch();
  return <EmailVerificationPage token={token} />;
}

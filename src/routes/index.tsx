import { createFileRoute, redirect } from '@tanstack/react-router';
import * as v from 'valibot';
import { isSignedIn } from '../data/session.ts';
import { ownAddress } from '../features/auth/own-address.ts';
import { SignInPage } from '../features/auth/sign-in-page.tsx';
import { Departures } from '../features/sync-status/departures.tsx';
import { LostData } from '../features/sync-status/lost-data.tsx';

/** `back`: guarded address that redirected the visitor here. */
const searchSchema = v.object({ back: v.fallback(v.optional(v.string()), undefined) });

export const Route = createFileRoute('/')({
  validateSearch: searchSchema,
  beforeLoad: async ({ context, search }) => {
    if (await isSignedIn(context.client)) throw redirect({ href: ownAddress(search.back) });
  },
  component: SignIn,
});

function SignIn() {
  const { back } = Route.useSearch();
  const notices = (
    <>
      <LostData />
      <Departures of="all" />
    </>
  );
  return <SignInPage back={back} notices={notices} />;
}

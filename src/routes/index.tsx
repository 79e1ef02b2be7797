import { createFileRoute, redirect } from '@tanstack/react-router';
import { Suspense } from 'react';
import * as v from 'valibot';
import { useOverdue } from '../data/offline-limit.ts';
import { isSignedIn } from '../data/session.ts';
import { ownAddress } from '../features/auth/own-address.ts';
import { SignInPage } from '../features/auth/sign-in-page.tsx';
import { Departures } from '../features/sync-status/departures.tsx';
import { LostData } from '../features/sync-status/lost-data.tsx';
import { prefetch } from '../ui/prefetch.ts';

const { Component: OfflineLimitNotice } = prefetch(
  async () => (await import('../features/auth/offline-limit-notice.tsx')).OfflineLimitNotice,
);

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
  const overdue = useOverdue();
  const notices = (
    <>
      {overdue === undefined || overdue === null ? null : (
        <Suspense>
          <OfflineLimitNotice overdue={overdue} />
        </Suspense>
      )}
      <LostData />
      <Departures of="all" />
    </>
  );
  return <SignInPage back={back} notices={notices} />;
}

import { createFileRoute, redirect } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import * as v from 'valibot';
import { useGate } from '../data/device-gate.ts';
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

const { Component: DeviceGatePage } = prefetch(
  async () => (await import('../features/auth/device-gate-page.tsx')).DeviceGatePage,
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
  const gate = useGate();
  // The last state stays while the account opens, and another one is shown again after `signsIn`.
  const [shown, setShown] = useState(gate);
  const [signsIn, setSignsIn] = useState<typeof gate>();
  if (gate !== undefined && gate !== shown) setShown(gate);
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
  if (shown === undefined || shown === signsIn) return <SignInPage back={back} notices={notices} />;
  return (
    <Suspense>
      <DeviceGatePage
        gate={shown}
        back={back}
        notices={notices}
        onSignIn={() => setSignsIn(shown)}
      />
    </Suspense>
  );
}

import { Suspense } from 'react';
import { useLostAccounts } from '../../data/organizations.ts';
import { prefetch } from '../../ui/prefetch.ts';

const { Component: LostAccessNotice } = prefetch(
  async () => (await import('./lost-access-notice.tsx')).LostAccessNotice,
);

/** A notice for each organisation that ended the person's access. */
export function LostAccess() {
  const lost = useLostAccounts();
  return lost?.map((record) => (
    <Suspense key={record.key}>
      <LostAccessNotice record={record} />
    </Suspense>
  ));
}

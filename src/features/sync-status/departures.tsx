import { Suspense } from 'react';
import { useDepartures } from '../../data/departures.ts';
import { prefetch } from '../../ui/prefetch.ts';

const { Component: DepartureNotice } = prefetch(
  async () => (await import('./departure-notice.tsx')).DepartureNotice,
);

/** `all`: everybody who used this device, for pages without a signed-in person. */
export function Departures({ of }: { readonly of: 'mine' | 'all' }) {
  const departures = useDepartures(of) ?? [];
  return departures.map((departure) => (
    <Suspense key={departure.id}>
      <DepartureNotice departure={departure} isNamed={of === 'all'} />
    </Suspense>
  ));
}

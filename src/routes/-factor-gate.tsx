import { type ReactNode, Suspense, useState } from 'react';
import { useAccount } from '../data/client.tsx';
import { useFactorDemand } from '../data/factor-demand.ts';
import { prefetch } from '../ui/prefetch.ts';

const { Component: FactorSetupPage } = prefetch(
  async () => (await import('../features/profile/two-step/factor-setup-page.tsx')).FactorSetupPage,
);
const { Component: FactorBanner } = prefetch(
  async () => (await import('../features/sync-status/factor-banner.tsx')).FactorBanner,
);

interface Gate {
  /** Tells until when a second factor has to be set up, or that nothing is sent without one. */
  readonly banner: ReactNode;
  /** The set-up, or the screens. */
  readonly around: (screens: ReactNode) => ReactNode;
}

/**
 * The set-up of a second factor in place of the screens, once the server refuses the person without one. What is on the
 * device stays usable: the person may go on with it.
 */
export function useFactorGate(): Gate {
  const account = useAccount();
  const demand = useFactorDemand();
  // `held`: the person sets it up, which a renewal of the session must not interrupt: codes are shown once.
  const [state, setState] = useState<'waiting' | 'held' | 'later'>('waiting');
  const isShown = state === 'held' || (demand?.isDue === true && state === 'waiting');
  return {
    banner:
      demand === undefined || isShown ? null : (
        <Suspense>
          <FactorBanner demand={demand} onSetUp={() => setState('held')} />
        </Suspense>
      ),
    around: (screens) =>
      account === undefined || !isShown ? (
        screens
      ) : (
        <Suspense>
          <FactorSetupPage
            account={account}
            isDue={demand?.isDue !== false}
            onBegin={() => setState('held')}
            onDone={() => setState('waiting')}
            onLater={() => setState('later')}
          />
        </Suspense>
      ),
  };
}

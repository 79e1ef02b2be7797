import { type ReactNode, Suspense, useState } from 'react';
import { useAccount } from '../data/client.tsx';
import { useFactorDemand } from '../data/factor-demand.ts';
import type { MissingFactor } from '../features/sync-status/rare-banner.tsx';
import { prefetch } from '../ui/prefetch.ts';

const { Component: FactorSetupPage } = prefetch(
  async () => (await import('../features/profile/two-step/factor-setup-page.tsx')).FactorSetupPage,
);

interface Gate {
  /** For the banner that says until when a second factor has to be set up, or that nothing is sent without one. */
  readonly missing: MissingFactor | undefined;
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
    missing:
      demand === undefined || isShown ? undefined : { demand, onSetUp: () => setState('held') },
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

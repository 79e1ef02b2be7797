import { Button } from '@mantine/core';
import type { FactorDemand } from '../../data/factor-demand.ts';
import { i18n } from '../../i18n/i18n.ts';
import { locale } from '../../ui/text/locale.ts';
import { Banner } from './banner.tsx';

/** The person has to set up a second factor until a day, or has gone on without one. */
export function FactorBanner({
  demand: { due, isDue },
  onSetUp,
}: {
  readonly demand: FactorDemand;
  readonly onSetUp: () => void;
}) {
  return (
    <Banner
      action={
        <Button size="xs" onClick={onSetUp}>
          {i18n.t('Set up')}
        </Button>
      }
    >
      {isDue
        ? i18n.t(
            'Nothing is sent or received: your organisation demands a second factor. Your work is safe on this device.',
          )
        : i18n.t('Set up a second factor until {day}: your organisation demands it.', {
            day: new Date(due).toLocaleDateString(locale(), { day: 'numeric', month: 'long' }),
          })}
    </Banner>
  );
}

import type { DataLoss, Notice } from '../../data/sync-status.ts';
import type { FactorDemand } from '../../data/factor-demand.ts';
import { EncryptBanner } from './encrypt-banner.tsx';
import { ErasureBanner } from './erasure-banner.tsx';
import { FactorBanner } from './factor-banner.tsx';
import { NoticeBanner } from './notice-banner.tsx';
import { ReloadBanner } from './reload-banner.tsx';
import { SignInAgain } from './sign-in-again.tsx';

export interface MissingFactor {
  readonly demand: FactorDemand;
  readonly onSetUp: () => void;
}

export type Rare =
  /** `waiting`: number of unsent changes. */
  | { readonly kind: 'signed-out'; readonly waiting: number }
  | ({ readonly kind: 'factor' } & MissingFactor)
  | { readonly kind: 'erasure' }
  | { readonly kind: 'encrypt' }
  | { readonly kind: 'loss'; readonly loss: DataLoss }
  | { readonly kind: 'reload-needed' }
  | { readonly kind: 'notice'; readonly notice: Notice };

/** Banners that few people ever see: one module, loaded when the app is idle, or when the first of them appears. */
export function RareBanner({ of }: { readonly of: Rare }) {
  switch (of.kind) {
    case 'signed-out':
      return <SignInAgain waiting={of.waiting} />;
    case 'factor':
      return <FactorBanner demand={of.demand} onSetUp={of.onSetUp} />;
    case 'erasure':
      return <ErasureBanner />;
    case 'encrypt':
      return <EncryptBanner />;
    case 'loss':
      return <ReloadBanner loss={of.loss} />;
    case 'reload-needed':
      return <ReloadBanner />;
    case 'notice':
      return <NoticeBanner notice={of.notice} />;
  }
}

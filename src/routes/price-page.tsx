import { createFileRoute } from '@tanstack/react-router';
import { useAccount } from '../data/client.tsx';
import { PricePage } from '../features/profile/price-page.tsx';

export const Route = createFileRoute('/price-page')({ component: Price });

function Price() {
  return <PricePage isSignedIn={useAccount() !== undefined} />;
}

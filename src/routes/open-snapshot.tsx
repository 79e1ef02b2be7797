import { createFileRoute } from '@tanstack/react-router';
import { OpenSnapshotPage } from '../features/auth/open-snapshot-page.tsx';

export const Route = createFileRoute('/open-snapshot')({ component: OpenSnapshotPage });

import { createFileRoute } from '@tanstack/react-router';
import { OfflinePage } from '../../features/offline/offline-page.tsx';

export const Route = createFileRoute('/_app/ready-for-offline')({ component: OfflinePage });

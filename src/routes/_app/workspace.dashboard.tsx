import { createFileRoute } from '@tanstack/react-router';
import { OverviewPage } from '../../features/workspaces/overview-page.tsx';

export const Route = createFileRoute('/_app/workspace/dashboard')({ component: OverviewPage });

import { createFileRoute } from '@tanstack/react-router';
import { CheckReportPage } from '../features/auth/check-report-page.tsx';

export const Route = createFileRoute('/check-report')({ component: CheckReportPage });

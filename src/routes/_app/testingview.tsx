import { createFileRoute } from '@tanstack/react-router';
import { DiagnosticsPage } from '../../features/testing/diagnostics-page.tsx';

export const Route = createFileRoute('/_app/testingview')({ component: DiagnosticsPage });

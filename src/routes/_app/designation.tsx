import { createFileRoute } from '@tanstack/react-router';
import { DesignationPage } from '../../features/designation/designation-page.tsx';

export const Route = createFileRoute('/_app/designation')({ component: DesignationPage });

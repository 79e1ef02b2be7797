import { createFileRoute } from '@tanstack/react-router';
import { OrganizationPage } from '../../features/people/organization-page.tsx';

export const Route = createFileRoute('/_app/organization-info')({ component: OrganizationPage });

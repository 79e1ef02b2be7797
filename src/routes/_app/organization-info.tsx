import { createFileRoute } from '@tanstack/react-router';
import { useCallback } from 'react';
import { OrganizationPage } from '../../features/people/organization-page.tsx';
import {
  type OrganizationSearch,
  organizationSearchSchema,
} from '../../features/people/organization-search.ts';

export const Route = createFileRoute('/_app/organization-info')({
  validateSearch: organizationSearchSchema,
  component: OrganizationScreen,
});

function OrganizationScreen() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const change = useCallback(
    (next: Partial<OrganizationSearch>) => {
      // A tab gets an entry in the browser's history; a filter does not.
      void navigate({ search: (before) => ({ ...before, ...next }), replace: !('tab' in next) });
    },
    [navigate],
  );
  return <OrganizationPage search={search} onSearch={change} />;
}

import { OrganizationTokens } from './organization-tokens.tsx';
import { Webhooks } from './webhooks.tsx';

/** Access of programs to the organisation, for Level 1: from the server alone, no device stores it. */
export function ProgramsTab() {
  return (
    <>
      <OrganizationTokens />
      <Webhooks />
    </>
  );
}

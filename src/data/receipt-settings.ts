import { useMemo } from 'react';
import { useOrganization } from './organization.ts';
import { useMe } from './people.ts';

export interface ReceiptSettings {
  /** Receipts of tasks, subtasks, comments and files are switched on in the organisation. */
  readonly work: boolean;
  /** The person shows others what they have seen, and sees it of others. */
  readonly seen: boolean;
  /** Changes with each of the two rows: what was reported under other settings may have been deleted. */
  readonly version: string;
}

/** What is switched on of the receipts of work (RECEIPT-5); undefined while it is read. */
export function useReceiptSettings(): ReceiptSettings | undefined {
  const organization = useOrganization();
  const me = useMe();
  return useMemo(() => {
    if (organization === undefined || me === undefined) return undefined;
    const work = organization?.work_receipts !== false;
    return {
      work,
      seen: work && me?.shares_seen !== false,
      version: `${String(organization?.v)}:${String(me?.v)}`,
    };
  }, [organization, me]);
}

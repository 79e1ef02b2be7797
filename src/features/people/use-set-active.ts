import { useCallback } from 'react';
import type { OrgUser } from '../../../model/entities/org-user.ts';
import { personSetActive } from '../../../model/mutations/person-set-active.ts';
import { useMutate } from '../../data/client.tsx';
import { useDialogs } from '../../ui/dialogs.tsx';
import { useUndo } from '../../ui/undo.tsx';

/** Deactivates a person after asking, or takes them back; both can be undone. */
export function useSetActive(): (person: OrgUser, active: boolean) => Promise<void> {
  const mutate = useMutate();
  const dialogs = useDialogs();
  const offerUndo = useUndo();
  return useCallback(
    async (person, active) => {
      const name = person.display_name;
      if (!active) {
        const sure = await dialogs.confirm({
          title: `Deactivate ${name}?`,
          message:
            'They are signed out and can no longer read or change anything here. Their tasks, comments and teams stay, and you can reactivate them at any time.',
          confirm: 'Deactivate',
          danger: true,
        });
        if (!sure) return;
      }
      if (!(await mutate(personSetActive, { id: person.id, active }))) return;
      offerUndo({
        message: active ? `${name} is active again` : `${name} deactivated`,
        undo: () => void mutate(personSetActive, { id: person.id, active: !active }),
      });
    },
    [mutate, dialogs, offerUndo],
  );
}

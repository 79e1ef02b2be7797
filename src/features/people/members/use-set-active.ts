import { isErasedPerson } from '../../../../model/shared/erased-person.ts';
import { useCallback } from 'react';
import type { OrgUser } from '../../../../model/entities/org-user.ts';
import { personSetActive } from '../../../../model/mutations/person/person-set-active.ts';
import { maySetActive } from '../../../../model/permissions/person.ts';
import { useAllowed, useMutate } from '../../../data/client.tsx';
import { i18n } from '../../../i18n/i18n.ts';
import { useDialogs } from '../../../ui/overlays/dialogs.tsx';

/**
 * Deactivates a person after a confirmation, or reactivates them; both can be undone. `level`: name of the
 * person's level. Without the right the permission message is shown instead of the confirmation.
 */
export function useSetActive(): (
  person: OrgUser,
  level: string | undefined,
  active: boolean,
) => Promise<void> {
  const allowed = useAllowed();
  const mutate = useMutate();
  const dialogs = useDialogs();
  return useCallback(
    async (person, level, active) => {
      const name = person.display_name;
      const mayDo = await allowed((actor) =>
        maySetActive(
          actor,
          { isSelf: person.id === actor.orgUserId, isErased: isErasedPerson(person), level },
          undefined,
        ),
      );
      if (!mayDo) return;
      if (!active) {
        const sure = await dialogs.confirm({
          title: i18n.t('Deactivate {name}?', { name }),
          message: i18n.t(
            'They are signed out and can no longer read or change anything here. Their tasks, comments and teams stay, and you can reactivate them at any time.',
          ),
          confirm: i18n.t('Deactivate'),
          danger: true,
        });
        if (!sure) return;
      }
      const { id } = person;
      const undo = () => mutate(personSetActive, { id, active: !active });
      await mutate(personSetActive, { id, active }, { success: { subject: name, undo } });
    },
    [allowed, mutate, dialogs],
  );
}

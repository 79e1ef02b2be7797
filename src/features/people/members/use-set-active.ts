import { isErasedPerson } from '../../../../model/shared/erased-person.ts';
import { useCallback } from 'react';
import type { OrgUser } from '../../../../model/entities/org-user.ts';
import { personSetActive } from '../../../../model/mutations/person/person-set-active.ts';
import { personSetRole } from '../../../../model/mutations/person/person-set-role.ts';
import { maySetActive } from '../../../../model/permissions/person.ts';
import { useAllowed, useMutate } from '../../../data/client.tsx';
import { i18n } from '../../../i18n/i18n.ts';
import { useDialogs } from '../../../ui/overlays/dialogs.tsx';

interface Options {
  /** Name of the person's level. */
  readonly level: string | undefined;
  /** Role with which the person returns; default their own. */
  readonly role?: string;
}

/**
 * Deactivates a person after a confirmation, or reactivates them; both can be undone. Without the right the permission
 * message is shown instead of the confirmation.
 */
export function useSetActive(): (
  person: OrgUser,
  active: boolean,
  options: Options,
) => Promise<void> {
  const allowed = useAllowed();
  const mutate = useMutate();
  const dialogs = useDialogs();
  return useCallback(
    async (person, active, { level, role = person.user_role }) => {
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
      const { id, user_role } = person;
      const setRole = (next: string) => mutate(personSetRole, { id, user_role: next });
      const isOther = role !== user_role;
      // First, so that they never act with the role that they had.
      if (isOther && !(await setRole(role))) return;
      const undo = async () =>
        (await mutate(personSetActive, { id, active: !active })) &&
        (!isOther || (await setRole(user_role)));
      await mutate(personSetActive, { id, active }, { success: { subject: name, undo } });
    },
    [allowed, mutate, dialogs],
  );
}

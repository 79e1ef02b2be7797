import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { Actor } from '../../../model/permissions/actor.ts';
import type { Refusal } from '../../../model/shared/errors.ts';
import type { PanelName } from '../../data/app-search.ts';
import { useAllowed } from '../../data/client.tsx';

/** Opens a form: to create a row (checks the rule first and shows its reason) or to edit a row. */
export function useOpenPanel() {
  const allowed = useAllowed();
  const navigate = useNavigate();
  const edit = useCallback(
    (panel: PanelName, id: string | undefined) =>
      navigate({ to: '.', search: (before) => ({ ...before, panel, edit: id }) }),
    [navigate],
  );
  const add = useCallback(
    async (panel: PanelName, rule: (actor: Actor) => Refusal | undefined) => {
      if (await allowed(rule)) await edit(panel, undefined);
    },
    [allowed, edit],
  );
  return { add, edit };
}

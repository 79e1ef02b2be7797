import { useCallback } from 'react';
import { bulkMessage } from './bulk-messages.ts';
import type { BulkUndo } from './bulk-tasks.ts';
import { useChangesInFlight, useShowRefusal } from './client.tsx';
import type { UndoOutcome } from './success.tsx';

/**
 * Reverts a change of several tasks; `many` is the predicate of its message, e.g. `archived`, translated. Shows the
 * reasons when no task could be reverted.
 */
export function useUndoBulk(): (
  undo: () => Promise<BulkUndo>,
  many: string,
) => Promise<UndoOutcome> {
  const showRefusal = useShowRefusal();
  const changes = useChangesInFlight();
  return useCallback(
    async (undo, many) => {
      const undone = await changes.run(undo);
      if (undone.isChanged) return 'changed';
      if (undone.done.length > 0) {
        const { left, elsewhere } = undone;
        if (left === 0 && elsewhere.length === 0) return 'undone';
        return { partly: [bulkMessage(undone, many), ...elsewhere].join('. ') };
      }
      if (undone.reasons.length > 0) await showRefusal(undone.reasons.join('\n'));
      return 'refused';
    },
    [showRefusal, changes],
  );
}

import { useCallback } from 'react';
import { bulkMessage, withReasons } from './bulk-messages.ts';
import type { BulkResult } from './bulk-tasks.ts';
import { useShowRefusal } from './client.tsx';
import { useShowSuccess } from './success.tsx';
import { useUndoBulk } from './undo-bulk.ts';

interface Texts {
  /** Message about one task; default the one about several. */
  readonly one?: string;
  /** Predicate of the message about several, e.g. `archived`, translated. */
  readonly many: string;
}

/**
 * Shows the result of a change of tasks: one message with one Undo, or the reasons for a refusal. Resolves to true
 * when something was changed.
 */
export function useReportBulk(): (result: BulkResult, texts: Texts) => Promise<boolean> {
  const showSuccess = useShowSuccess();
  const undoBulk = useUndoBulk();
  const showRefusal = useShowRefusal();
  return useCallback(
    async (result, { one, many }) => {
      if (result.done.length === 0) {
        if (result.reasons.length > 0) await showRefusal(result.reasons.join('\n'));
        return false;
      }
      const isOne = one !== undefined && result.done.length + result.left === 1;
      const message = isOne ? withReasons(one, result) : bulkMessage(result, many);
      const { undo } = result;
      showSuccess({ message, ...(undo && { undo: () => undoBulk(undo, many) }) });
      return true;
    },
    [showSuccess, undoBulk, showRefusal],
  );
}

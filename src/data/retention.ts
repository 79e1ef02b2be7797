import { useCallback, useMemo } from 'react';
import { parseRetentionPreview, type RetentionPreview } from '../../model/protocol/retention.ts';
import type { RetentionRules } from '../../model/shared/retention.ts';
import type { Client } from '../../sync/client/index.ts';
import { useFromServer } from './from-server.ts';

const NOTHING: RetentionPreview = { tasks: 0, messages: 0, activity: 0 };

/**
 * What these rules would erase today, counted by the server; undefined while it counts and when it cannot be reached.
 * The numbers belong to the rules of the value, which may be those of the render before.
 */
export function useRetentionPreview(rules: RetentionRules) {
  const { keep_done_tasks: tasks, keep_messages: messages, keep_activity: activity } = rules;
  const query = useMemo(
    () => ({
      ...(tasks !== null && { keep_done_tasks: String(tasks) }),
      ...(messages !== null && { keep_messages: String(messages) }),
      ...(activity !== null && { keep_activity: String(activity) }),
    }),
    [tasks, messages, activity],
  );
  const read = useCallback(
    async ({ own }: Client) => {
      if (Object.keys(query).length === 0) return { query, counts: NOTHING };
      const path = 'organization/retention/preview/';
      const counts = await own.request({ method: 'GET', path, query }, parseRetentionPreview);
      return { query, counts };
    },
    [query],
  );
  const { value, failure } = useFromServer(read);
  return { counts: value?.query === query ? value.counts : undefined, failure };
}

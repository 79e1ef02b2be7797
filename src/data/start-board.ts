import { useCallback } from 'react';
import { projectCreate } from '../../model/mutations/project/project-create.ts';
import { taskCreate } from '../../model/mutations/task/task-create.ts';
import { workspaceCreate } from '../../model/mutations/workspace/workspace-create.ts';
import { ranksAfter } from '../../model/shared/rank.ts';
import { slugOf } from '../../model/shared/text.ts';
import { translated } from '../i18n/i18n.ts';
import { cardsPlan, STAGE_SETS } from './board-starts.ts';
import { reasonsOf, useAccount, useActor, useChangesInFlight, useShowRefusal } from './client.tsx';
import { defaultFlagOf, useOfferedFlags } from './flags.ts';

/** Tasks of a first board, each of which is a thing to try. */
export const SAMPLE_TASKS = [
  /*i18n*/ 'Drag this task to Doing',
  /*i18n*/ 'Tick the circle when a task is done',
  /*i18n*/ 'Turn off the network and add a task: it is sent later',
] as const;

/**
 * Makes the first board of an organisation in one local transaction: workspace, project, three cards and three sample
 * tasks. Resolves to the slug of the project; undefined when it was refused, with the reason shown.
 */
export function useStartBoard(): (name: string, workspace: string) => Promise<string | undefined> {
  const account = useAccount();
  const actor = useActor();
  const flags = useOfferedFlags();
  const changes = useChangesInFlight();
  const showRefusal = useShowRefusal();
  return useCallback(
    async (name, workspaceName) => {
      if (account === undefined || actor === undefined) return undefined;
      const [workspace, project] = [account.newId(), account.newId()];
      const creator = actor.orgUserId;
      const [names] = STAGE_SETS;
      const { ids: cards, plan } = cardsPlan(names.map(translated), project, account);
      const taskRanks = ranksAfter(undefined, SAMPLE_TASKS.length);
      const flag = defaultFlagOf(flags);
      const all = [
        workspaceCreate.prepare({ id: workspace, name: workspaceName, desc: '' }),
        projectCreate.prepare({ id: project, workspace, name, description: '', creator }),
        ...plan,
        ...SAMPLE_TASKS.map((task, index) =>
          taskCreate.prepare({
            id: account.newId(),
            project,
            card: cards[0] ?? '',
            rank: taskRanks[index] ?? 'V',
            name: translated(task),
            description: '',
            flag: flag?.id ?? '',
            label: null,
            document: null,
            start_date: null,
            end_date: null,
            assigned_to: creator,
            assigned_users: [],
            collaborators: [],
          }),
        ),
      ];
      const reasons = reasonsOf(await changes.run(() => account.mutateAll(all)));
      if (reasons.length === 0) return slugOf(name, project);
      await showRefusal(reasons.join('\n'));
      return undefined;
    },
    [account, actor, flags, changes, showRefusal],
  );
}

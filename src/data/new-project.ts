import { useCallback } from 'react';
import type { ArgsOf } from '../../model/mutations/define-mutation.ts';
import { cardArchive } from '../../model/mutations/card/card-archive.ts';
import { memberAdd } from '../../model/mutations/member/member-add.ts';
import { projectCreate } from '../../model/mutations/project/project-create.ts';
import { listMembers, type NewFile } from '../../sync/client/index.ts';
import { i18n, translated } from '../i18n/i18n.ts';
import { type BoardStart, startPlan, whyNotCopied } from './board-starts.ts';
import { reasonsOf, useAccount, useChangesInFlight, useShowRefusal } from './client.tsx';
import { type SuccessOptions, type UndoOutcome, useShowSuccess } from './success.tsx';
import { cardsOf, untouchedCards } from './untouched-cards.ts';

interface NewProject extends ArgsOf<typeof projectCreate> {
  /** First content of the board; undefined: none. */
  readonly start: BoardStart | undefined;
  /** Organisation users who become members beside the creator. */
  readonly members: readonly string[];
  /** The picture of the project. */
  readonly files?: readonly NewFile[] | undefined;
}

/**
 * Makes a project with its cards and members in one local transaction; true when all of it is committed on this device,
 * otherwise the reasons are shown.
 */
export function useCreateProject(): (
  project: NewProject,
  success: Omit<SuccessOptions, 'undo'>,
) => Promise<boolean> {
  const account = useAccount();
  const changes = useChangesInFlight();
  const showRefusal = useShowRefusal();
  const showSuccess = useShowSuccess();
  return useCallback(
    async ({ start, members, files, ...args }, success) => {
      if (account === undefined) return false;
      const missing = await whyNotCopied(start, account);
      if (missing !== undefined) {
        await showRefusal(missing);
        return false;
      }
      const { id: project, creator } = args;
      const others = members.filter((person) => person !== creator);
      const content =
        start === undefined ? [] : await startPlan(start, { project, creator }, account);
      const all = [
        projectCreate.prepare(args),
        ...others.map((person) => memberAdd.prepare({ project, organization_user: person })),
        ...content,
      ];
      const refusals = await changes.run(async () =>
        files === undefined
          ? await account.mutateAll(all)
          : [await account.attach(files, () => all)],
      );
      const refused = refusals.flatMap((refusal) => refusal ?? []);
      if (refused.length === 0) {
        showSuccess({
          message: i18n.t('Project "{name}" created', { name: args.name }),
          ...success,
        });
        return true;
      }
      const reasons =
        files === undefined
          ? reasonsOf(refused)
          : refused.map(({ message }) => translated(message));
      if (reasons.length > 0) await showRefusal(reasons.join('\n'));
      return false;
    },
    [account, changes, showRefusal, showSuccess],
  );
}

/**
 * Gives an empty board its first content; true when it is committed on this device. Undo archives the cards that nobody
 * has used or changed since.
 */
export function useFillBoard(): (project: string, start: BoardStart) => Promise<boolean> {
  const account = useAccount();
  const changes = useChangesInFlight();
  const showRefusal = useShowRefusal();
  const showSuccess = useShowSuccess();
  return useCallback(
    async (project, start) => {
      if (account === undefined) return false;
      const missing = await whyNotCopied(start, account);
      if (missing !== undefined) {
        await showRefusal(missing);
        return false;
      }
      const members = (await listMembers(account.db, project)).map(({ person }) => person.id);
      const me = account.orgUserId;
      const creator = members.includes(me) ? me : (members[0] ?? me);
      const join =
        members.length > 0 ? [] : [memberAdd.prepare({ project, organization_user: me })];
      const plan = [...join, ...(await startPlan(start, { project, creator }, account))];
      const reasons = reasonsOf(await changes.run(() => account.mutateAll(plan)));
      if (reasons.length > 0) {
        await showRefusal(reasons.join('\n'));
        return false;
      }
      const cards = cardsOf(plan);
      const added = (count: number) =>
        i18n.t('{count, plural, one {# card added} other {# cards added}}', { count });
      const undo = async (): Promise<UndoOutcome> => {
        const [ids, refusals] = await changes.run(async () => {
          const untouched = await untouchedCards(account, plan);
          const back = untouched.map((id) => cardArchive.prepare({ id, status: false }));
          return [untouched, await account.mutateAll(back)] as const;
        });
        if (ids.length === 0) return 'changed';
        const refused = reasonsOf(refusals);
        const left = cards.length - refusals.filter((refusal) => refusal === undefined).length;
        if (left === cards.length) {
          if (refused.length > 0) await showRefusal(refused.join('\n'));
          return 'refused';
        }
        if (left === 0) return 'undone';
        const inUse = ids.length < cards.length ? [i18n.t('used or changed since')] : [];
        const reasons = [...inUse, ...refused].join('; ');
        const some = { changed: added(cards.length - left), left, reasons };
        return { partly: i18n.t('{changed}. {left} left out: {reasons}', some) };
      };
      showSuccess({ message: added(cards.length), undo });
      return true;
    },
    [account, changes, showRefusal, showSuccess],
  );
}

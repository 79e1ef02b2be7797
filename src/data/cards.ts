import { useCallback } from 'react';
import type { Card } from '../../model/entities/card.ts';
import { cardArchive } from '../../model/mutations/card/card-archive.ts';
import { cardCreate } from '../../model/mutations/card/card-create.ts';
import { cardMove } from '../../model/mutations/card/card-move.ts';
import { cardRename } from '../../model/mutations/card/card-rename.ts';
import { rankBetween } from '../../model/shared/rank.ts';
import { archivedCards, boardCards, cardNames, countColumnTasks } from '../../sync/client/index.ts';
import { useAccount, useLive, useLiveOf, useMutate } from './client.tsx';
import type { SuccessOptions } from './success.tsx';

/** Active columns of a project in board order; undefined while they are read, also those of another project. */
export function useBoardCards(projectId: string | undefined): readonly Card[] | undefined {
  return useLiveOf(projectId, boardCards);
}

export interface ArchivedCard {
  readonly card: Card;
  readonly tasks: number;
}

/** Archived columns with their number of tasks. */
export function useArchivedCards(projectId: string): readonly ArchivedCard[] | undefined {
  return useLive(
    async (db) =>
      await Promise.all(
        (await archivedCards(db, projectId)).map(async (card) => ({
          card,
          tasks: await countColumnTasks(db, card.id),
        })),
      ),
    [projectId],
  );
}

/** Add Card: appends a column. True when it is committed on this device. */
export function useAddCard(): (project: string, name: string) => Promise<boolean> {
  const account = useAccount();
  const mutate = useMutate();
  return useCallback(
    async (project, name) => {
      if (account === undefined) return false;
      const last = (await boardCards(account.db, project)).at(-1);
      const rank = rankBetween(last?.rank, undefined);
      return await mutate(cardCreate, { id: account.newId(), project, name, rank });
    },
    [account, mutate],
  );
}

/** Moves a column between two others of its board; undefined means the end of the board on that side. */
export function useMoveCard(): (
  card: Card,
  before: Card | undefined,
  after: Card | undefined,
  success?: SuccessOptions,
) => Promise<boolean> {
  const mutate = useMutate();
  return useCallback(
    async (card, before, after, success) => {
      const rank = rankBetween(before?.rank, after?.rank);
      return await mutate(cardMove, { id: card.id, rank }, { success });
    },
    [mutate],
  );
}

/** Key of the draft of a card's name. */
export function cardNameDraft(id: string): string {
  return `card-name:${id}`;
}

export function useRenameCard(): (id: string, name: string) => Promise<boolean> {
  const mutate = useMutate();
  return useCallback(async (id, name) => await mutate(cardRename, { id, name }), [mutate]);
}

/** Archives (status false) or restores (status true). */
export function useArchiveCard(): (
  id: string,
  status: boolean,
  success?: SuccessOptions,
) => Promise<boolean> {
  const mutate = useMutate();
  return useCallback(
    async (id, status, success) => await mutate(cardArchive, { id, status }, { success }),
    [mutate],
  );
}

/** Names of all columns that the person can read, by id; undefined while they are read. */
export function useCardNames(): ReadonlyMap<string, string> | undefined {
  return useLive(cardNames, []);
}

import { archivedColumn, type Card, cards } from '../../../model/entities/card.ts';
import { type AccountDb, rows } from '../database.ts';

/** Sorts after every rank, time and id. */
const LAST = '\uffff';

/** Active cards of a project, in board order. */
export async function boardCards(db: AccountDb, project: string): Promise<readonly Card[]> {
  return await inColumn(db, project).toArray();
}

export async function archivedCards(db: AccountDb, project: string): Promise<readonly Card[]> {
  return await inColumn(db, archivedColumn(project)).toArray();
}

export async function findCard(db: AccountDb, id: string): Promise<Card | undefined> {
  return await rows(db, cards).get(id);
}

function inColumn(db: AccountDb, column: string) {
  return rows(db, cards).where('[lane+rank+id]').between([column, '', ''], [column, LAST, LAST]);
}

/** Names of all cards by id, archived ones included. */
export async function cardNames(db: AccountDb): Promise<ReadonlyMap<string, string>> {
  const found = await rows(db, cards).toArray();
  return new Map(found.map(({ id, name }) => [id, name]));
}

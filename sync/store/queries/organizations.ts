import { type Organization, organizations } from '../../../model/entities/organization.ts';
import { type AccountDb, rows } from '../database.ts';

/** Organisation of this store; undefined before it has been downloaded. */
export async function findOrganization(db: AccountDb): Promise<Organization | undefined> {
  return await rows(db, organizations).toCollection().first();
}

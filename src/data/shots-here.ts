import type { AccountDb } from '../../sync/client/index.ts';

interface Here {
  readonly currentAccount: () => PromiseLike<{ readonly db: AccountDb } | undefined>;
}

/** Number of photos and recordings of the open account that are not attached yet; 0 when its store cannot be read. */
export async function countShots(client: Here): Promise<number> {
  try {
    const account = await client.currentAccount();
    return (await account?.db.blobs.where('state').equals('shot').count()) ?? 0;
  } catch {
    return 0;
  }
}

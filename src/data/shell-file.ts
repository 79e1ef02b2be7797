import { shellBytes } from '../../sync/client/index.ts';

/** A file of the app itself, by the address that the build gives it; undefined where it cannot be loaded now. */
export async function shellFile(address: string): Promise<ArrayBuffer | undefined> {
  const content = await shellBytes(address);
  return await content?.arrayBuffer();
}

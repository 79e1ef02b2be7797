import { copyData, createDataFolders } from './data-folder.ts';
import { createRandom } from './random.ts';
import { seedOrganization } from './seed-organization.ts';
import { createSimServer } from './sim-server.ts';
import { installVirtualLoop } from './virtual-loop.ts';
import type { Template } from './setup.ts';

/** Fills a server once; every simulation starts with a copy of it. `remove` deletes it. */
export async function createTemplate(): Promise<Template & { readonly remove: () => void }> {
  const folders = createDataFolders();
  const folder = folders.fresh();
  const loop = installVirtualLoop();
  try {
    const server = createSimServer({ loop, random: createRandom('template') });
    await loop.settle(server.start());
    const services = server.app()?.services;
    if (services === undefined) throw new Error('The server did not start');
    const cast = await loop.settle(seedOrganization(services));
    copyData(server.folder(), folder);
    await loop.settle(server.end());
    return { folder, cast, remove: folders.removeAll };
  } finally {
    loop.uninstall();
  }
}

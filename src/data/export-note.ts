import type { Client } from '../../sync/client/index.ts';

/** Reports an export for the security log of each organisation. Without a network nobody learns of it. */
export function noteExports(client: Client, orgIds: readonly string[]): void {
  for (const id of orgIds) {
    const query = { organization_accesskey_id: id };
    client.own
      .request({ method: 'POST', path: 'api/data-export/', query }, () => undefined)
      .catch(() => undefined);
  }
}

import type { Client } from '../../sync/client/index.ts';

/** Plans the erasure of the open organisation: its name proves that this one is meant. The server's alone. */
export async function planOrganizationErasure(
  { own }: Client,
  { name, password }: { readonly name: string; readonly password: string },
): Promise<void> {
  await own.request({ path: 'organization-erasure/plan/', body: { name, password } }, nothing);
}

export async function keepOrganization({ own }: Client): Promise<void> {
  await own.request({ path: 'organization-erasure/cancel/', body: {} }, nothing);
}

function nothing(): void {}

import * as v from 'valibot';
import type { Client } from '../../sync/client/index.ts';

const requestedSchema = v.looseObject({ data: v.looseObject({ path: v.string() }) });

/** Requests an archive of the open organisation; resolves to the address of its download, which works once. */
export function requestArchive({ own }: Client, password: string): Promise<string> {
  const call = { path: 'organization-archive/request/', body: { password } } as const;
  return own.request(call, (answer) => v.parse(requestedSchema, answer).data.path);
}

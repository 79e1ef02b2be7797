import * as v from 'valibot';
import type { Client } from '../../sync/client/index.ts';

/** Downloads that the server makes; each resolves to an address that works once. */

/** An archive of the open organisation. */
export function requestArchive({ own }: Client, password: string): Promise<string> {
  return own.request({ path: 'organization-archive/request/', body: { password } }, addressOf);
}

/** Everything about the person, of all their organisations. */
export function requestOwnData({ own }: Client, password: string): Promise<string> {
  return own.request({ path: 'api/own-data/request/', body: { password } }, addressOf);
}

const answerSchema = v.looseObject({ data: v.looseObject({ path: v.string() }) });

function addressOf(answer: unknown): string {
  return v.parse(answerSchema, answer).data.path;
}

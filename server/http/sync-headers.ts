import type { FastifyRequest } from 'fastify';
import { HEADERS, isServed } from '../../model/protocol/version.ts';
import { CairnError, refuse } from '../../model/shared/errors.ts';

/**
 * VER-1: a build that is too old keeps its queue and must reload, for reads and writes. A call without the header does
 * not come from a device.
 */
export function requireServedCaller(request: FastifyRequest): void {
  const schema = versionHeader(request, HEADERS.schema);
  if (schema !== undefined) requireServed(schema);
}

/** Rejects with `schema_too_old`. */
export function requireServed(schema: number): void {
  if (isServed(schema)) return;
  throw new CairnError(
    refuse(
      'schema_too_old',
      /*i18n*/ 'This version of Cairn is too old for the server. Reload to continue.',
    ),
  );
}

export function textHeader(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A version in a header, plain or quoted as an entity tag. */
export function versionHeader(request: FastifyRequest, name: string): number | undefined {
  const text = textHeader(request, name);
  if (text === undefined) return undefined;
  const [, digits] = /^"?([0-9]{1,15})"?$/.exec(text) ?? [];
  if (digits === undefined) throw new CairnError(refuse('invalid', `${name} is not a version`));
  return Number(digits);
}

import * as v from 'valibot';
import { CairnError } from './errors.ts';

/** Parses external data, or throws `invalid` with a sentence that names the field. */
export function parseAt<Schema extends v.GenericSchema>(
  schema: Schema,
  input: unknown,
): v.InferOutput<Schema> {
  const result = v.safeParse(schema, input, { abortEarly: true });
  if (result.success) return result.output;
  const issue = result.issues[0];
  const path = v.getDotPath(issue);
  throw new CairnError({
    code: 'invalid',
    message: sentence(path, issue),
    details: path === null ? {} : { field: path },
  });
}

/**
 * Our own messages are predicates ("is required"); whole sentences (the specification's texts) are
 * unchanged.
 */
function sentence(path: string | null, issue: v.BaseIssue<unknown>): string {
  const { message } = issue;
  const isOwn = !message.startsWith('Invalid ');
  if (isOwn && (message.endsWith('!!') || /^[A-Z]/.test(message))) return message;
  return `${path ?? 'The body'} ${isOwn ? message : predicate(issue)}`;
}

/** Replaces the library's messages, which describe its types to the caller. */
function predicate({ kind, type, expected, received }: v.BaseIssue<unknown>): string {
  if (kind !== 'schema') return type === 'max_length' ? 'is too long' : 'is not valid';
  if (received === 'undefined') return 'is required';
  if (expected === 'never') return 'is not a field of this';
  const kinds = expected?.replaceAll(/^\(|\)$/g, '').split(' | ') ?? [];
  return `must be ${kinds.map((one) => KINDS[one] ?? one).join(' or ')}`;
}

const KINDS: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  boolean: 'true or false',
  Array: 'a list',
  Object: 'an object',
};

import * as v from 'valibot';
import { CairnError } from './errors.ts';

/** Parses what came over a border, or throws `invalid` with a sentence that names the field. */
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
    message: sentence(path, issue.message),
    details: path === null ? {} : { field: path },
  });
}

/** Our own messages are predicates ("is required"); whole sentences (the specification's texts) stay word for word. */
function sentence(path: string | null, message: string): string {
  const isSentence =
    message.endsWith('!!') || (/^[A-Z]/.test(message) && !message.startsWith('Invalid '));
  return isSentence
    ? message
    : `${path ?? 'The body'} ${message.replace(/^Invalid /, 'is invalid: ')}`;
}

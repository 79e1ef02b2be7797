import type {} from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { CairnError } from '../../model/shared/errors.ts';

const fieldsSchema = v.record(v.string(), v.unknown());

/**
 * The fields of a body, whether JSON or a form: a repeated field of a form becomes a list. A form's empty file is an
 * empty field; files themselves are refused.
 */
export async function readFields(
  request: FastifyRequest,
): Promise<Readonly<Record<string, unknown>>> {
  if (request.isMultipart()) return readForm(request);
  if (request.body === undefined || request.body === null) return {};
  const parsed = v.safeParse(fieldsSchema, request.body);
  if (!parsed.success || Array.isArray(request.body)) {
    throw new CairnError({ code: 'invalid', message: 'The body is not an object of fields' });
  }
  if (!isShallow(parsed.output, DEEPEST)) {
    throw new CairnError({ code: 'invalid', message: 'The body is nested too deeply' });
  }
  return parsed.output;
}

/** Far deeper than any call; what walks through a body later may then do it by recursion. */
const DEEPEST = 20;

function isShallow(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return levels > 0 && Object.values(value).every((item) => isShallow(item, levels - 1));
}

async function readForm(request: FastifyRequest): Promise<Readonly<Record<string, unknown>>> {
  const fields = new Map<string, unknown[]>();
  try {
    let length = 0;
    for await (const part of request.parts()) {
      if (part.type === 'field' && part.valueTruncated) throw tooLarge();
      const value = part.type === 'field' ? part.value : await emptyFile(part.file);
      length += part.fieldname.length + (typeof value === 'string' ? value.length : 0);
      // The parser bounds each field; the form as a whole is bounded here, as JSON is.
      if (length > request.routeOptions.bodyLimit) throw tooLarge();
      fields.set(part.fieldname, [...(fields.get(part.fieldname) ?? []), value]);
    }
  } catch (error) {
    throw error instanceof CairnError || hasStatus(error) ? error : unreadable(error);
  }
  return Object.fromEntries(
    [...fields].map(([name, values]) => [name, values.length === 1 ? values[0] : values]),
  );
}

/** The parser's own refusals (too many parts, ...) say which status they mean. */
function hasStatus(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'statusCode' in error;
}

/** A form without its boundary, one that breaks off, ...: whatever the parser stumbles over. */
function unreadable(cause: unknown): CairnError {
  return new CairnError({ code: 'invalid', message: 'The form could not be read' }, { cause });
}

function tooLarge(): CairnError {
  return new CairnError({ code: 'too_large', message: 'The request is too large' });
}

async function emptyFile(file: AsyncIterable<Uint8Array>): Promise<string> {
  let bytes = 0;
  for await (const chunk of file) bytes += chunk.length;
  if (bytes === 0) return '';
  throw new CairnError({ code: 'invalid', message: 'Files cannot be stored yet' });
}

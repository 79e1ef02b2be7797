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
  return parsed.output;
}

async function readForm(request: FastifyRequest): Promise<Readonly<Record<string, unknown>>> {
  const fields = new Map<string, unknown[]>();
  for await (const part of request.parts()) {
    const value = part.type === 'field' ? part.value : await emptyFile(part.file);
    fields.set(part.fieldname, [...(fields.get(part.fieldname) ?? []), value]);
  }
  return Object.fromEntries(
    [...fields].map(([name, values]) => [name, values.length === 1 ? values[0] : values]),
  );
}

async function emptyFile(file: AsyncIterable<Uint8Array>): Promise<string> {
  let bytes = 0;
  for await (const chunk of file) bytes += chunk.length;
  if (bytes === 0) return '';
  throw new CairnError({ code: 'invalid', message: 'Files cannot be stored yet' });
}

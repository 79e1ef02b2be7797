import { toJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';

/** A JSON Schema (2020-12, the dialect of OpenAPI 3.1). */
export type JsonSchema = Readonly<Record<string, unknown>>;

const objectSchema = v.looseObject({
  properties: v.optional(v.record(v.string(), v.record(v.string(), v.unknown())), {}),
  required: v.optional(v.array(v.string()), []),
});

/** An object's fields: their schemas, and which are required. */
export interface FieldSchemas {
  readonly properties: Readonly<Record<string, JsonSchema>>;
  readonly required: readonly string[];
}

/** Rules that JSON Schema cannot express (checks of the calendar, of clean text) are left out. */
export function jsonSchemaOf(schema: v.GenericSchema): JsonSchema {
  const { $schema: _dialect, ...rest } = toJsonSchema(schema, {
    errorMode: 'ignore',
    target: 'draft-2020-12',
    typeMode: 'input',
  });
  return { ...rest };
}

/** The fields of a schema for an object; none for any other schema. */
export function fieldsOf(schema: v.GenericSchema): FieldSchemas {
  return fieldsIn(jsonSchemaOf(schema));
}

/** The fields of a JSON Schema. */
export function fieldsIn(schema: JsonSchema): FieldSchemas {
  return v.parse(objectSchema, schema);
}

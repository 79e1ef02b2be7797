import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { CairnError } from '../../../model/shared/errors.ts';
import { parseAt } from '../../../model/shared/parse.ts';

const body = v.strictObject({
  name: v.optional(v.pipe(v.string(), v.maxLength(5))),
  count: v.optional(v.pipe(v.number(), v.integer())),
  done: v.optional(v.boolean()),
  note: v.optional(v.nullable(v.string())),
  colour: v.optional(v.picklist(['red', 'green'])),
  either: v.optional(v.union([v.string(), v.number()])),
  people: v.optional(v.array(v.string())),
  day: v.optional(v.pipe(v.string(), v.regex(/^\d{4}/, 'is not a date (YYYY-MM-DD)'))),
  code: v.optional(v.pipe(v.string(), v.regex(/^\d/))),
  text: v.optional(v.pipe(v.string(), v.minLength(1, 'Name it !!'))),
});

describe('parsing of invalid external data', () => {
  it.each([
    [{ name: 5 }, 'name must be text', 'name'],
    [{ name: 'longer' }, 'name is too long', 'name'],
    [{ count: '5' }, 'count must be a number', 'count'],
    [{ count: 1.5 }, 'count is not valid', 'count'],
    [{ done: 'yes' }, 'done must be true or false', 'done'],
    [{ note: {} }, 'note must be text', 'note'],
    [{ colour: 'blue' }, 'colour must be "red" or "green"', 'colour'],
    [{ either: true }, 'either must be text or a number', 'either'],
    [{ people: 'Ada' }, 'people must be a list', 'people'],
    [{ people: ['Ada', 3] }, 'people.1 must be text', 'people.1'],
    [{ day: 'soon' }, 'day is not a date (YYYY-MM-DD)', 'day'],
    [{ code: 'x' }, 'code is not valid', 'code'],
    [{ text: '' }, 'Name it !!', 'text'],
    [{ other: 1 }, 'other is not a field of this', 'other'],
    [5, 'The body must be an object', undefined],
  ])('%j is refused in a plain sentence that names the field', (given, message, field) => {
    expect(refusalOf(body, given)).toMatchObject({
      code: 'invalid',
      message,
      details: field === undefined ? {} : { field },
    });
  });

  it('a missing field is reported as required', () => {
    expect(refusalOf(v.object({ name: v.string() }), {})).toMatchObject({
      message: 'name is required',
    });
  });
});

function refusalOf(schema: v.GenericSchema, given: unknown): unknown {
  try {
    parseAt(schema, given);
  } catch (error) {
    return error instanceof CairnError ? error : undefined;
  }
  return undefined;
}

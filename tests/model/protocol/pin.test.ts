import { createHash } from 'node:crypto';
import { toJsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { expect, it } from 'vitest';
import * as messages from '../../../model/protocol/messages.ts';
import * as version from '../../../model/protocol/version.ts';

/**
 * Hash of the wire format for each schema number. A change of the protocol changes it: raise
 * SCHEMA_VERSION when an older build cannot read the change (VER-1), then write the new hash here
 * deliberately.
 */
const PINNED: Readonly<Record<number, string>> = {
  1: '2042ce97d8ce00007821c9dbda4e381d93660ffeb06d1b56bbb5d6f0923201a5',
};

it('[VER-1] the protocol of a schema number does not change by accident', () => {
  const shapes = Object.entries(messages)
    .filter(([, value]) => isSchema(value))
    .map(([name, schema]) => [
      name,
      isSchema(schema) && toJsonSchema(schema, { errorMode: 'ignore' }),
    ])
    .toSorted(([left], [right]) => String(left).localeCompare(String(right)));
  const { HEADERS, LIMITS } = version;
  const text = JSON.stringify({ shapes, HEADERS, LIMITS });
  const hash = createHash('sha256').update(text).digest('hex');
  expect(hash).toBe(PINNED[version.SCHEMA_VERSION]);
});

function isSchema(value: unknown): value is v.GenericSchema {
  return typeof value === 'object' && value !== null && '~run' in value;
}

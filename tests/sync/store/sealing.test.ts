import fc from 'fast-check';
import { expect, it } from 'vitest';
import { openerFor, sealerFor } from '../../../sync/store/sealing.ts';
import { newSealingKeys } from '../support/kept-store.ts';

/** Normalises values as IndexedDB does: no field is undefined, and -0 becomes 0. */
const field = fc.jsonValue().map((value): unknown => JSON.parse(JSON.stringify(value)));
const row = fc.record({
  rest: fc.dictionary(fc.string(), field),
  bytes: fc.uint8Array({ maxLength: 300 }),
});

it('[CLIENT-9.5] work that is encrypted for a person decrypts with their private key only', async () => {
  const keys = await newSealingKeys();
  const other = await newSealingKeys();
  const sealer = await sealerFor(keys.public_key);
  const opener = await openerFor(keys, sealer.lock);
  const stranger = await openerFor({ ...other, public_key: keys.public_key }, sealer.lock);
  // fast-check prints the seed of a failure.
  fc.assert(
    fc.property(row, ({ rest, bytes }) => {
      const value = { ...rest, bytes: new Uint8Array(bytes).buffer };
      const sealed = sealer.cipher.seal(value, sealer.lock);
      expect(opener.open(sealed, sealer.lock)).toEqual(value);
      expect(() => stranger.open(sealed, sealer.lock)).toThrow();
      const changed = Uint8Array.from(sealed);
      changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
      expect(() => opener.open(changed, sealer.lock)).toThrow();
    }),
  );
});

it('[CLIENT-9.5] a field of any name is kept, also one named as the prototype', async () => {
  const keys = await newSealingKeys();
  const sealer = await sealerFor(keys.public_key);
  const opener = await openerFor(keys, sealer.lock);
  const value: unknown = JSON.parse('{"__proto__":"","constructor":1}');
  const sealed = sealer.cipher.seal(Object(value), sealer.lock);
  expect(JSON.stringify(opener.open(sealed, sealer.lock))).toBe(JSON.stringify(value));
});

it('[CLIENT-9.5] the same work encrypted twice has no bytes in common', async () => {
  const keys = await newSealingKeys();
  const [first, second] = [await sealerFor(keys.public_key), await sealerFor(keys.public_key)];
  expect(first.lock).not.toBe(second.lock);
  const opener = await openerFor(keys, second.lock);
  const sealed = first.cipher.seal({ text: 'x' }, first.lock);
  expect(() => opener.open(sealed, first.lock)).toThrow();
});

import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  createSecretBox,
  isKeyList,
  keyIdOf,
  parseKeys,
} from '../../../server/shared/secret-box.ts';

const random = (count: number) => new Uint8Array(randomBytes(count));
const [first, second] = [random(32), random(32)];

describe('encrypted secrets', () => {
  it('are read by their row alone, and never alike', () => {
    const box = createSecretBox([first], random);
    const sealed = box.seal('JBSWY3DPEHPK3PXP', ['totp_factors', '7']);
    expect(sealed).not.toContain('JBSWY3DPEHPK3PXP');
    expect(box.open(sealed, ['totp_factors', '7'])).toBe('JBSWY3DPEHPK3PXP');
    expect(() => box.open(sealed, ['totp_factors', '8'])).toThrow();
    expect(() => box.open(sealed, ['sealing_keys', '7'])).toThrow();
    expect(box.seal('JBSWY3DPEHPK3PXP', ['totp_factors', '7'])).not.toBe(sealed);
  });

  it('that were changed, shortened or stored as they are, are refused', () => {
    const box = createSecretBox([first], random);
    const sealed = box.seal('secret', ['webhooks', '1', 'a']);
    const middle = sealed.length - 8;
    const other = sealed[middle] === 'A' ? 'B' : 'A';
    const changed = sealed.slice(0, middle) + other + sealed.slice(middle + 1);
    for (const bad of [changed, sealed.slice(0, -6), sealed.slice(0, 30), 'whsec_plain', '']) {
      expect(() => box.open(bad, ['webhooks', '1', 'a'])).toThrow();
    }
  });

  it('of a former key are read, and new ones have the first key', () => {
    const old = createSecretBox([first], random);
    const sealed = old.seal('secret', ['server_keys', 'vapid']);
    const both = createSecretBox([second, first], random);
    expect(both.open(sealed, ['server_keys', 'vapid'])).toBe('secret');
    const fresh = both.seal('secret', ['server_keys', 'vapid']);
    expect(keyIdOf(fresh)).toBe(both.keyId);
    expect(keyIdOf(sealed)).toBe(old.keyId);
    expect(() => old.open(fresh, ['server_keys', 'vapid'])).toThrow(/needs the key/);
  });

  it('accepts lists of keys of 32 bytes alone', () => {
    const texts = [first, second].map((key) => Buffer.from(key).toString('base64'));
    expect(parseKeys(texts.join(',\n'))).toEqual([first, second]);
    expect(isKeyList(`${texts[0] ?? ''},c2hvcnQ=`)).toBe(false);
    expect(isKeyList('')).toBe(false);
  });
});

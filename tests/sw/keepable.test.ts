import { describe, expect, it } from 'vitest';
import { keepable } from '../../sw/keepable.ts';

const file = (headers: Record<string, string>, status = 200) =>
  new Response('body { }', { status, headers });

describe('a response in the stored form', () => {
  it('is unchanged when it varies by nothing that matters', () => {
    for (const answer of [file({}), file({ vary: 'Accept-Encoding' })]) {
      expect(keepable(answer)).toBe(answer);
    }
  });

  it.each(['*', 'Accept', 'accept-encoding, Origin'])(
    'loses a Vary header (%s), so that every request finds it, and keeps the rest',
    async (vary) => {
      const kept = keepable(file({ vary, 'content-type': 'text/css' }));
      expect(kept?.headers.get('vary')).toBeNull();
      expect(kept?.headers.get('content-type')).toBe('text/css');
      expect(await kept?.text()).toBe('body { }');
    },
  );

  it('is null for an error: the installation fails and is tried again', () => {
    expect(keepable(file({}, 404))).toBeNull();
    expect(keepable(file({}, 503))).toBeNull();
  });
});

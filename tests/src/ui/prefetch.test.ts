import { createElement, Suspense } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { prefetch } from '../../../src/ui/prefetch.ts';

it('a prefetched component renders synchronously, any other one waits for its module', async () => {
  let fetched = 0;
  const part = prefetch(() => {
    fetched += 1;
    return Promise.resolve(({ name }: { readonly name: string }) => createElement('b', {}, name));
  });
  const shown = () =>
    renderToStaticMarkup(
      createElement(
        Suspense,
        { fallback: 'waits' },
        createElement(part.Component, { name: 'Ada' }),
      ),
    );
  await part.load();
  await part.load();
  expect(shown()).toBe('<b>Ada</b>');
  expect(fetched).toBe(1);
  const failing = prefetch(() => Promise.reject(new Error('no network')));
  await failing.load();
  const other = prefetch(() => Promise.resolve(() => createElement('b')));
  const waiting = createElement(Suspense, { fallback: 'waits' }, createElement(other.Component));
  expect(renderToStaticMarkup(waiting)).toContain('waits');
});

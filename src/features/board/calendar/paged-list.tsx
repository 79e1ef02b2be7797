import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { i18n } from '../../../i18n/i18n.ts';

interface Props<Item> {
  readonly items: readonly Item[];
  readonly className: string | undefined;
  readonly children: (item: Item) => ReactNode;
}

/** Rows rendered at first and added on demand. */
const PAGE = 50;

/** List of up to thousands of items that renders the first ones. */
export function PagedList<Item>({ items, className, children }: Props<Item>) {
  const [shown, setShown] = useState(PAGE);
  const left = items.length - shown;
  return (
    <>
      <ul className={className} data-all>
        {items.slice(0, shown).map(children)}
      </ul>
      {left > 0 && (
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          onClick={() => setShown(shown + PAGE)}
        >
          {i18n.t('Show {count} more of {total}', { count: Math.min(PAGE, left), total: left })}
        </Button>
      )}
    </>
  );
}

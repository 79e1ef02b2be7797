import { Fragment, useEffect } from 'react';
import { i18n } from '../../i18n/i18n.ts';
import type { PaletteGroup, PaletteItem } from './palette-items.tsx';
import styles from './palette.module.css';

interface PaletteListProps {
  readonly id: string;
  readonly groups: readonly PaletteGroup[];
  readonly chosen: string | undefined;
  readonly optionId: (key: string) => string;
  readonly onChoose: (key: string) => void;
  readonly onRun: (item: PaletteItem) => void;
}

/** Results below the field, in groups. The focus stays in the field. */
export function PaletteList({ id, groups, chosen, optionId, onChoose, onRun }: PaletteListProps) {
  const chosenId = chosen === undefined ? undefined : optionId(chosen);
  useEffect(() => {
    if (chosenId === undefined) return;
    document.querySelector(`#${CSS.escape(chosenId)}`)?.scrollIntoView({ block: 'nearest' });
  }, [chosenId]);
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- listbox of a combobox
    <div id={id} className={styles['list']} role="listbox" aria-label={i18n.t('Results')}>
      {groups.map(({ title, items }) => (
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- option groups have no element
        <div key={title} role="group" aria-label={title} className={styles['group']}>
          <div className={styles['heading']} aria-hidden="true">
            {title}
          </div>
          {items.map((item) => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the text field handles keys
            <div
              key={item.key}
              id={optionId(item.key)}
              className={styles['item']}
              // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the same
              role="option"
              tabIndex={-1}
              aria-selected={item.key === chosen}
              data-faint={item.isFaint}
              onPointerMove={() => onChoose(item.key)}
              onClick={() => onRun(item)}
            >
              <Line item={item} />
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

function Line({ item }: { readonly item: PaletteItem }) {
  return (
    <>
      <span className={styles['icon']}>{item.icon}</span>
      <span className={styles['words']}>
        <span className={styles['title']}>{item.title}</span>
        {item.excerpt === undefined ? null : (
          <span className={styles['excerpt']}>{item.excerpt}</span>
        )}
      </span>
      {item.place.length === 0 ? null : <Place parts={item.place} />}
      {item.keys === undefined ? null : <kbd className={styles['keys']}>{item.keys}</kbd>}
    </>
  );
}

/** Each part shrinks by itself, so that a long project name does not hide the column. */
function Place({ parts }: { readonly parts: readonly string[] }) {
  return (
    <span className={styles['place']}>
      {parts.map((part, index) => (
        <Fragment key={index}>
          {index === 0 ? null : <span className={styles['between']}> › </span>}
          <span className={styles['part']}>{part}</span>
        </Fragment>
      ))}
    </span>
  );
}

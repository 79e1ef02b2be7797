import { Button, Menu } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { i18n } from '../../i18n/i18n.ts';
import { SMALL_ICON } from '../../ui/marks/icon.ts';
import type { OverviewColumn } from './overview-columns.ts';
import type { SortKey } from './overview-search.ts';

interface ColumnsMenuProps {
  readonly columns: readonly OverviewColumn[];
  readonly hidden: readonly SortKey[];
  readonly onHidden: (change: (hidden: readonly SortKey[]) => readonly SortKey[]) => void;
}

/** Chooses the visible columns; the name is always visible. */
export function ColumnsMenu({ columns, hidden, onHidden }: ColumnsMenuProps) {
  const show = (key: SortKey, isShown: boolean) =>
    onHidden((before) => [...before.filter((one) => one !== key), ...(isShown ? [] : [key])]);
  return (
    <Menu position="bottom-end" width={230} closeOnItemClick={false}>
      <Menu.Target>
        <Button variant="default" leftSection={<IconColumns3 {...SMALL_ICON} />}>
          {i18n.t('Columns')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {columns.map(({ key, title }) => (
          <Menu.CheckboxItem
            key={key}
            checked={!hidden.includes(key)}
            disabled={key === 'name'}
            onChange={(isShown) => show(key, isShown)}
          >
            {i18n.t(title)}
          </Menu.CheckboxItem>
        ))}
        <Menu.Divider />
        <Menu.Item disabled={hidden.length === 0} onClick={() => onHidden(() => [])}>
          {i18n.t('Reset')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

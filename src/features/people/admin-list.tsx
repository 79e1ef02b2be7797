import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { EmptyState } from '../../ui/layout/empty-state.tsx';
import { SMALL_ICON } from '../../ui/marks/icon.ts';
import type { TabProps } from './organization-search.ts';
import { Toolbar } from './toolbar.tsx';
import { useSort } from './use-sort.ts';
import { type AdminColumn, AdminTable } from './admin-table.tsx';

interface AdminListProps<Row> extends TabProps {
  /** Accessible name of the table. */
  readonly label: string;
  /** Names the search field. */
  readonly searchLabel: string;
  /** Of the tab's button. */
  readonly addLabel: string;
  readonly onAdd: () => void;
  /** What the search has found. */
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  readonly columns: readonly AdminColumn<Row>[];
  /** The order without one in the address, e.g. `name` or `-sent`. */
  readonly firstSort: string;
  /** What stands there before the first row is made. */
  readonly none: { readonly text: string; readonly hint?: string; readonly icon?: ReactNode };
  /** What stands there when the search finds nothing. */
  readonly noMatch: string;
}

/** A list of administration: search, one button, a table, and words for when it is empty. */
export function AdminList<Row extends object>(props: AdminListProps<Row>) {
  const { search, onSearch, label, searchLabel, addLabel, onAdd, none, noMatch } = props;
  const [sort, setSort] = useSort({ search, onSearch }, props.firstSort);
  return (
    <>
      <Toolbar
        search={search}
        onSearch={onSearch}
        label={searchLabel}
        action={
          <Button leftSection={<IconPlus {...SMALL_ICON} />} onClick={onAdd}>
            {addLabel}
          </Button>
        }
      />
      <AdminTable
        label={label}
        rows={props.rows}
        rowKey={props.rowKey}
        columns={props.columns}
        sort={sort}
        onSort={setSort}
        empty={
          search.q === undefined ? (
            <EmptyState {...none} action={<Button onClick={onAdd}>{addLabel}</Button>} />
          ) : (
            <EmptyState compact text={noMatch} />
          )
        }
      />
    </>
  );
}

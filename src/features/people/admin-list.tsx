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
  /** Accessible name of the search field. */
  readonly searchLabel: string;
  /** Label of the tab's button. */
  readonly addLabel: string;
  readonly onAdd: () => void;
  /** Rows that match the search. */
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  readonly columns: readonly AdminColumn<Row>[];
  /** Default sort order, e.g. `name` or `-sent`. */
  readonly firstSort: string;
  /** Empty state before the first row exists. */
  readonly none: { readonly text: string; readonly hint?: string; readonly icon?: ReactNode };
  /** Empty state when nothing matches the search. */
  readonly noMatch: string;
}

/** List of an administration tab: search, one button, table, empty states. */
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

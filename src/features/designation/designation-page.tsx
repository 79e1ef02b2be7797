import { Button } from '@mantine/core';
import { IconId } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useIsAdministrative } from '../../data/administrative.ts';
import { useRoles } from '../../data/people.ts';
import { i18n } from '../../i18n/i18n.ts';
import { PlainTable } from '../../ui/tables/plain-table.tsx';
import { EmptyState } from '../../ui/layout/empty-state.tsx';
import { ICON } from '../../ui/marks/icon.ts';
import { LoadingRows } from '../../ui/layout/loading-rows.tsx';
import { Page } from '../../ui/layout/page.tsx';

/** Designations: roles of the organisation by category (sessions spec, 2). */
export function DesignationPage() {
  const lists = useRoles();
  const mayManage = useIsAdministrative();
  const categories = new Map(lists?.categories.map(({ id, name }) => [id, name]));
  const rows = lists?.roles
    .map(({ id, name, role_category }) => ({
      id,
      name,
      category: categories.get(role_category) ?? '',
    }))
    .toSorted(
      (left, right) =>
        left.category.localeCompare(right.category) || left.name.localeCompare(right.name),
    );
  return (
    <Page
      title={i18n.t('Designations')}
      hint={i18n.t('Who does what here, by category.')}
      width="reading"
    >
      {rows === undefined ? (
        <LoadingRows />
      ) : (
        <PlainTable
          label={i18n.t('Designations')}
          rows={rows}
          rowKey={({ id }) => id}
          columns={[
            {
              key: 'category',
              header: i18n.t('Role Category'),
              width: '45%',
              cell: (row) => row.category,
            },
            { key: 'role', header: i18n.t('Role'), cell: (row) => row.name },
          ]}
          empty={
            <EmptyState
              icon={<IconId {...ICON} size={30} />}
              text={i18n.t('No roles available')}
              action={
                mayManage ? (
                  <Button component={Link} to="/organization-info" variant="default">
                    {i18n.t('Open User Management')}
                  </Button>
                ) : undefined
              }
            />
          }
        />
      )}
    </Page>
  );
}

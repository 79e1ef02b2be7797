import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { i18n } from '../../i18n/i18n.ts';
import { SMALL_ICON } from '../../ui/marks/icon.ts';
import { useTypedText } from '../../ui/forms/use-typed-text.ts';
import styles from './organization-page.module.css';
import type { TabProps } from './organization-search.ts';

interface ToolbarProps extends TabProps {
  readonly label: string;
  readonly filters?: ReactNode;
  readonly action?: ReactNode;
}

/** Toolbar of a tab: search, filters and one button. */
export function Toolbar({ search, onSearch, label, filters, action }: ToolbarProps) {
  const text = useTypedText(search.q ?? '', (value) => onSearch({ q: value || undefined }));
  return (
    <div className={styles['toolbar']}>
      <TextInput
        className={styles['search']}
        size="sm"
        aria-label={label}
        placeholder={label}
        {...text}
        leftSection={<IconSearch {...SMALL_ICON} aria-hidden />}
        rightSection={
          search.q === undefined ? null : (
            <CloseButton
              size="sm"
              aria-label={i18n.t('Clear search')}
              onClick={() => onSearch({ q: undefined })}
            />
          )
        }
      />
      {filters}
      <span className={styles['gap']} />
      {action}
    </div>
  );
}

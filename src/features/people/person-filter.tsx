import { Select } from '@mantine/core';
import type { OrgUser } from '../../../model/entities/org-user.ts';
import { nameWithState } from '../../data/person-name.ts';
import { i18n } from '../../i18n/i18n.ts';
import page from './organization-page.module.css';

interface PersonFilterProps {
  readonly people: readonly OrgUser[];
  /** Undefined: everybody. */
  readonly value: string | undefined;
  readonly onChange: (person: string | undefined) => void;
}

/** Filters a log by the person who acted: those with an account, inactive ones too. */
export function PersonFilter({ people, value, onChange }: PersonFilterProps) {
  return (
    <Select
      className={page['search']}
      size="sm"
      clearable
      searchable
      limit={60}
      aria-label={i18n.t('Person')}
      placeholder={i18n.t('Everybody')}
      nothingFoundMessage={i18n.t('Nobody of that name')}
      data={people
        .filter(({ user }) => user !== '')
        .map((person) => ({ value: person.id, label: nameWithState(person) }))}
      value={value ?? null}
      onChange={(chosen) => onChange(chosen ?? undefined)}
    />
  );
}

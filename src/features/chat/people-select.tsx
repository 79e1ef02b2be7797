import { useAccount } from '../../data/client.tsx';
import { SearchMultiSelect } from '../../ui/forms/search-multi-select.tsx';
import { usePeople } from '../../data/people.ts';
import { i18n } from '../../i18n/i18n.ts';

interface PeopleSelectProps {
  readonly label: string;
  /** Ids of organisation users. */
  readonly value: readonly string[];
  /** People who are members already and are not offered. */
  readonly except?: readonly string[];
  readonly onChange: (people: readonly string[]) => void;
}

/** Multi-select for people of the organisation; shows 'N selected' or 'Select members' (sessions spec, 2). */
export function PeopleSelect({ label, value, except = [], onChange }: PeopleSelectProps) {
  const me = useAccount()?.orgUserId;
  const people = usePeople() ?? [];
  const offered = people.filter(
    ({ id, user, active }) => active && user !== '' && id !== me && !except.includes(id),
  );
  const names = new Map<string, number>();
  for (const { display_name } of offered)
    names.set(display_name, (names.get(display_name) ?? 0) + 1);
  return (
    <SearchMultiSelect
      label={label}
      description={
        value.length === 0
          ? i18n.t('Select members')
          : i18n.t('{count} selected', { count: value.length })
      }
      placeholder={value.length === 0 ? i18n.t('Select members') : undefined}
      clearable
      hidePickedOptions
      nothingFoundMessage={i18n.t('Nobody has that name')}
      data={offered.map(({ id, display_name, email }) => ({
        value: id,
        label: (names.get(display_name) ?? 0) > 1 ? `${display_name} (${email})` : display_name,
      }))}
      value={value}
      onChange={onChange}
    />
  );
}

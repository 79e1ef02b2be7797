import { Button, Group, Popover, Select, Stack } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { useState } from 'react';
import { nameWithState } from '../../../data/person-name.ts';
import { i18n } from '../../../i18n/i18n.ts';
import { useMembers } from '../../../data/members.ts';
import { DUE_FILTERS } from '../../../data/due-filters.ts';
import { isFiltering, type TaskFilter } from '../../../data/task-filter.ts';
import { useListProps } from '../../../ui/hooks/use-list-props.ts';
import type { BoardData } from '../board-context.ts';
import { choicesOf, DUE_LABELS, NO_FILTER } from './filter-labels.ts';

export interface BoardFilterProps {
  readonly project: string;
  readonly data: BoardData;
  readonly filter: TaskFilter;
  readonly onFilter: (filter: TaskFilter) => void;
}

/** Filter of the board by person, priority, label and date. Stored in the address, so that a link contains it. */
export function BoardFilter({ project, data, filter, onFilter }: BoardFilterProps) {
  const [opened, setOpened] = useState(false);
  const members = useMembers(project) ?? [];
  const count = choicesOf(filter);
  const special = data.actor?.specialRole === true;
  const set = (change: TaskFilter) => onFilter({ ...filter, ...change });
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      width={300}
      trapFocus
      returnFocus
      shadow="md"
    >
      <Popover.Target>
        <Button
          size="compact-sm"
          variant={count > 0 ? 'light' : 'subtle'}
          {...(count > 0 ? {} : { color: 'gray' })}
          leftSection={<IconFilter size={16} stroke={1.5} aria-hidden />}
          aria-expanded={opened}
          aria-haspopup="dialog"
          onClick={() => setOpened(!opened)}
        >
          {count > 0 ? i18n.t('Filter ({count})', { count }) : i18n.t('Filter')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown data-own-escape aria-label={i18n.t('Filter the board')}>
        <Stack gap="sm">
          <Choice
            label={i18n.t('Person')}
            placeholder={i18n.t('Everybody')}
            data={[
              { value: 'none', label: i18n.t('Not assigned') },
              ...members.map(({ person }) => ({ value: person.id, label: nameWithState(person) })),
            ]}
            value={filter.who}
            onChange={(who) => set({ who })}
          />
          <Choice
            label={i18n.t('Priority')}
            placeholder={i18n.t('Every priority')}
            data={[...data.flags.values()].map(({ id, name }) => ({ value: id, label: name }))}
            value={filter.flag}
            onChange={(flag) => set({ flag })}
          />
          <Choice
            label={special ? i18n.t('Sub-task') : i18n.t('Label')}
            placeholder={special ? i18n.t('Every sub-task') : i18n.t('Every label')}
            data={[...data.labels.values()].map(({ id, name }) => ({ value: id, label: name }))}
            value={filter.label}
            onChange={(label) => set({ label })}
          />
          <Choice
            label={i18n.t('Due')}
            placeholder={i18n.t('Any time')}
            data={DUE_FILTERS.map((due) => ({ value: due, label: i18n.t(DUE_LABELS[due]) }))}
            value={filter.due}
            onChange={(due) => set({ due: DUE_FILTERS.find((one) => one === due) })}
          />
          <Group justify="flex-end">
            <Button
              size="compact-sm"
              variant="subtle"
              color="gray"
              disabled={!isFiltering(filter)}
              onClick={() => onFilter(NO_FILTER)}
            >
              {i18n.t('Show everything')}
            </Button>
          </Group>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly placeholder: string;
  readonly data: readonly { readonly value: string; readonly label: string }[];
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}

function Choice({ label, placeholder, data, value, onChange }: ChoiceProps) {
  const { comboboxProps } = useListProps();
  return (
    <Select
      size="xs"
      label={label}
      placeholder={placeholder}
      clearable
      searchable={data.length > 8}
      comboboxProps={{ ...comboboxProps, withinPortal: false }}
      data={[...data]}
      value={value ?? null}
      nothingFoundMessage={i18n.t('Nothing of this name')}
      onChange={(next) => onChange(next ?? undefined)}
    />
  );
}

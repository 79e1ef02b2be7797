import { ActionIcon, Tooltip } from '@mantine/core';
import { IconArrowsDiagonal } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { i18n } from '../../i18n/i18n.ts';
import { ICON } from '../../ui/marks/icon.ts';
import { Panel } from '../../ui/overlays/panel.tsx';
import { Notes, type NotesFilter } from './notes.tsx';

/** Notes panel, 480 px wide (board spec, 9). */
export function NotesPanel({ onClose }: { readonly onClose: () => void }) {
  const [filter, setFilter] = useState<NotesFilter>({ search: '', tag: undefined });
  return (
    <Panel
      title={i18n.t('Notes')}
      width={480}
      onClose={onClose}
      actions={
        <Tooltip label={i18n.t('Open the notes page')}>
          <ActionIcon component={Link} to="/notes-view" aria-label={i18n.t('Open the notes page')}>
            <IconArrowsDiagonal {...ICON} />
          </ActionIcon>
        </Tooltip>
      }
    >
      <Notes filter={filter} onFilter={setFilter} layout="panel" />
    </Panel>
  );
}

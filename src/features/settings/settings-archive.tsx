import { Button } from '@mantine/core';
import { IconArchive, IconArchiveOff } from '@tabler/icons-react';
import type { SuccessOptions } from '../../data/success.tsx';
import { i18n, message } from '../../i18n/i18n.ts';
import { SMALL_ICON } from '../../ui/marks/icon.ts';
import styles from './settings.module.css';

interface SettingsArchiveProps {
  readonly kind: 'project' | 'workspace';
  readonly name: string;
  /** False when it is archived. */
  readonly status: boolean;
  /** Archives (false) or restores (true); resolves to false when it was refused. */
  readonly put: (status: boolean, success?: SuccessOptions) => Promise<boolean>;
  readonly onDone: () => void;
}

const TEXTS = {
  project: {
    active: message(
      'An archived project leaves all lists. Nothing in it is lost, and it can be restored.',
    ),
    archived: message('This project is archived: it is in no list until it is restored.'),
    archive: message('Archive project'),
    restore: message('Restore project'),
  },
  workspace: {
    active: message(
      'An archived workspace leaves all lists with its projects. Nothing in it is lost, and it can be restored.',
    ),
    archived: message(
      'This workspace is archived: it and its projects are in no list until it is restored.',
    ),
    archive: message('Archive workspace'),
    restore: message('Restore workspace'),
  },
} as const;

/** Archives or restores a project or workspace; both can be undone. */
export function SettingsArchive({ kind, name, status, put, onDone }: SettingsArchiveProps) {
  const text = TEXTS[kind];
  const toggle = async () => {
    if (await put(!status, { subject: name, undo: () => put(status) })) onDone();
  };
  return (
    <div>
      <p className={styles['hint']}>{i18n.t(status ? text.active : text.archived)}</p>
      <Button
        variant="default"
        leftSection={status ? <IconArchive {...SMALL_ICON} /> : <IconArchiveOff {...SMALL_ICON} />}
        onClick={() => void toggle()}
      >
        {i18n.t(status ? text.archive : text.restore)}
      </Button>
    </div>
  );
}

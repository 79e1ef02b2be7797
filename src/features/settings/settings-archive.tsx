import { Button } from '@mantine/core';
import { IconArchive, IconArchiveOff } from '@tabler/icons-react';
import type { SuccessOptions } from '../../data/success.tsx';
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
  },
  workspace: {
    active:
      'An archived workspace leaves all lists with its projects. Nothing in it is lost, and it can be restored.',
    archived:
      'This workspace is archived: it and its projects are in no list until it is restored.',
  },
} as const;

/** Archives or restores a project or workspace; both can be undone. */
export function SettingsArchive({ kind, name, status, put, onDone }: SettingsArchiveProps) {
  const text = TEXTS[kind];
  const toggle = async () => {
    if (await put(!status, { subject: name, undo: () => void put(status) })) onDone();
  };
  return (
    <div>
      <p className={styles['hint']}>{status ? text.active : text.archived}</p>
      <Button
        variant="default"
        leftSection={status ? <IconArchive {...SMALL_ICON} /> : <IconArchiveOff {...SMALL_ICON} />}
        onClick={() => void toggle()}
      >
        {status ? `Archive ${kind}` : `Restore ${kind}`}
      </Button>
    </div>
  );
}

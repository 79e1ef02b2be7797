import { Button } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import type { Task } from '../../../model/entities/task.ts';
import classes from './task-panel.module.css';

const TaskActivity = lazy(async () => ({
  default: (await import('./task-activity.tsx')).TaskActivity,
}));

/** Activity log of the task, loaded on request. */
export function ActivitySection({ task }: { readonly task: Task }) {
  const [open, setOpen] = useState(false);
  return (
    <section className={classes.section} aria-label="History">
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        className={classes.historyButton}
        leftSection={<IconHistory size={16} stroke={1.5} aria-hidden />}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {open ? 'Hide history' : 'Show history'}
      </Button>
      {open && (
        <Suspense>
          <TaskActivity task={task} />
        </Suspense>
      )}
    </section>
  );
}

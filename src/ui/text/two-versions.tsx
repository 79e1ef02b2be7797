import { Button, Textarea } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import { i18n, message } from '../../i18n/i18n.ts';
import { type DiffRun, diffText } from './text-diff.ts';
import styles from './two-versions.module.css';

interface TwoVersionsProps {
  /** Name of the text, e.g. "the description". */
  readonly what: string;
  readonly mine: string;
  readonly theirs: string;
  /** True when the other version is the person's own too, from another device. */
  readonly isOwn?: boolean;
  readonly onChoose: (choice: 'mine' | 'theirs' | { readonly merged: string }) => void;
}

const SOMEBODY = {
  hint: message('Somebody changed it while your change was being sent.'),
  mine: message('Mine'),
  theirs: message('Theirs'),
  take: message('Take theirs'),
  keep: message('Keep mine'),
} as const;

const ONESELF = {
  hint: message('You changed it on another device while this change was being sent.'),
  mine: message('From this device'),
  theirs: message('From the other device'),
  take: message('Take the other one'),
  keep: message('Keep this one'),
} as const;

/** Two versions of one text with marked differences: keep one, or merge both (MUT-8). */
export function TwoVersions({ what, mine, theirs, isOwn = false, onChoose }: TwoVersionsProps) {
  const text = isOwn ? ONESELF : SOMEBODY;
  const [merged, setMerged] = useState<string>();
  const titleId = useId();
  const runs = diffText(mine, theirs);
  return (
    <section className={styles['box']} aria-labelledby={titleId}>
      <h3 id={titleId} className={styles['title']}>
        {i18n.t('Two versions of {what}', { what })}
      </h3>
      <p className={styles['hint']}>
        {i18n.t(text.hint)} {i18n.t('Both texts are safe; choose when you like.')}
      </p>
      <div className={styles['columns']}>
        <Version label={i18n.t(text.mine)} runs={runs} side="left" />
        <Version label={i18n.t(text.theirs)} runs={runs} side="right" />
      </div>
      {merged === undefined ? null : (
        <Textarea
          label={i18n.t('Both together')}
          autosize
          minRows={3}
          maxRows={14}
          value={merged}
          data-autofocus
          onChange={(event) => setMerged(event.currentTarget.value)}
        />
      )}
      <div className={styles['choices']}>
        <Button size="xs" variant="default" onClick={() => onChoose('theirs')}>
          {i18n.t(text.take)}
        </Button>
        <Button size="xs" variant="default" onClick={() => onChoose('mine')}>
          {i18n.t(text.keep)}
        </Button>
        {merged === undefined ? (
          <Button size="xs" variant="light" onClick={() => setMerged(`${mine}\n\n${theirs}`)}>
            {i18n.t('Put them together')}
          </Button>
        ) : (
          <Button size="xs" onClick={() => onChoose({ merged })} disabled={merged.trim() === ''}>
            {i18n.t('Save this text')}
          </Button>
        )}
      </div>
    </section>
  );
}

interface VersionProps {
  readonly label: string;
  readonly runs: readonly DiffRun[];
  readonly side: 'left' | 'right';
}

function Version({ label, runs, side }: VersionProps) {
  return (
    <div>
      <div className={styles['label']}>{label}</div>
      <div className={styles['text']}>{runs.map((run, index) => part(run, side, index))}</div>
    </div>
  );
}

function part(run: DiffRun, side: 'left' | 'right', index: number): ReactNode {
  if (run.kind === 'same') return <span key={index}>{run.text}</span>;
  if (run.kind !== side) return null;
  return (
    <mark key={index} className={styles['mark']}>
      {run.text}
    </mark>
  );
}

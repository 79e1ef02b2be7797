import { Button, Textarea } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import { i18n, message } from '../../i18n/i18n.ts';
import { moveFocus } from '../focus/move-focus.ts';
import type { ValueStore } from '../forms/use-form.ts';
import { useConfirmDiscard } from '../forms/use-form-cancel.ts';
import { type DiffRun, diffText } from './text-diff.ts';
import styles from './two-versions.module.css';

interface TwoVersionsProps {
  /** Name of the text, e.g. "the description". */
  readonly what: string;
  readonly mine: string;
  readonly theirs: string;
  /** True when the other version is the person's own too, from another device. */
  readonly isOwn?: boolean;
  /** Name of the person who wrote the other version; empty where it is not known. */
  readonly author?: string;
  /** Storage of the text that the person makes of both; at the start one below the other. */
  readonly store: Pick<ValueStore<{ text: string }>, 'values' | 'isDirty' | 'set'>;
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

function textsOf(name: string) {
  return {
    ...SOMEBODY,
    hint: message('{name} changed it while your change was being sent.', { name }),
    theirs: message('From {name}', { name }),
    take: message('Take the version from {name}', { name }),
  };
}

/** Two versions of one text with marked differences: keep one, or merge both (MUT-8). */
export function TwoVersions(props: TwoVersionsProps) {
  const { what, mine, theirs, isOwn = false, author = '', store, onChoose } = props;
  const text = isOwn ? ONESELF : author === '' ? SOMEBODY : textsOf(author);
  const [isOpened, setOpened] = useState(false);
  const isMerging = isOpened || store.isDirty;
  const confirmDiscard = useConfirmDiscard();
  const titleId = useId();
  const runs = diffText(mine, theirs);
  const merged = store.values.text;
  const choose = async (choice: 'mine' | 'theirs') => {
    if (await confirmDiscard(store.isDirty)) onChoose(choice);
  };
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
      {isMerging && (
        <Textarea
          label={i18n.t('Both together')}
          autosize
          minRows={3}
          maxRows={14}
          value={merged}
          ref={isOpened ? moveFocus : undefined}
          onChange={(event) => store.set({ text: event.currentTarget.value })}
        />
      )}
      <div className={styles['choices']}>
        <Button size="xs" variant="default" onClick={() => void choose('theirs')}>
          {i18n.t(text.take)}
        </Button>
        <Button size="xs" variant="default" onClick={() => void choose('mine')}>
          {i18n.t(text.keep)}
        </Button>
        {isMerging ? (
          <Button size="xs" onClick={() => onChoose({ merged })} disabled={merged.trim() === ''}>
            {i18n.t('Save this text')}
          </Button>
        ) : (
          <Button size="xs" variant="light" onClick={() => setOpened(true)}>
            {i18n.t('Put them together')}
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

import { useState } from 'react';
import { i18n } from '../../i18n/i18n.ts';
import { useWhenReady } from '../../ui/hooks/use-when-ready.ts';
import { useDialogs } from '../../ui/overlays/dialogs.tsx';
import type { Composer } from './use-composer.ts';

/**
 * Sends what the composer contains: one task for one line; for several lines it asks whether each is a task,
 * or the first one the name and the others the description of one task. `place` identifies the place that was chosen,
 * where its card may not be read yet.
 */
export function useSend(
  composer: Composer,
  onAdded: (ids: readonly string[]) => void,
  place = composer.cardId,
): { readonly send: () => void; readonly problem: string | undefined } {
  const dialogs = useDialogs();
  const [failed, setFailed] = useState<{ readonly text: string; readonly problem: string }>();
  // The people of the project may not be read yet.
  const { isReady, lines, text } = composer;
  const toSend = { isReady, subject: lines.length > 0 ? place : undefined };
  const send = useWhenReady(toSend, async () => {
    const [first] = lines;
    if (first === undefined) return;
    const wanted = lines.length === 1 ? 'all' : await dialogs.choose(questionOf(lines));
    if (wanted === undefined || wanted === 'cancel') return;
    const outcome =
      wanted === 'all'
        ? await composer.addLines(lines)
        : await composer.addLines([first], descriptionOf(text));
    if (outcome === undefined) return;
    setFailed('problem' in outcome ? { text, problem: outcome.problem } : undefined);
    if ('added' in outcome && outcome.added.length > 0) onAdded(outcome.added);
  });
  // The message is about the text that was sent.
  const problem = failed?.text === text ? failed.problem : undefined;
  return { send, problem };
}

function questionOf(lines: readonly string[]) {
  return {
    title: i18n.t('{count, plural, one {Add # task?} other {Add # tasks?}}', {
      count: lines.length,
    }),
    message: i18n.t('Each line becomes a task of its own.'),
    choices: [
      { value: 'cancel', label: i18n.t('Cancel') },
      {
        value: 'one',
        label: i18n.t('Add one task: the first line is its name, the others its description'),
      },
      {
        value: 'all',
        label: i18n.t('{count, plural, one {Add # task} other {Add # tasks}}', {
          count: lines.length,
        }),
        kind: 'primary',
      },
    ],
  } as const;
}

/** The text after its first line with content, as it was typed. */
function descriptionOf(text: string): string {
  const lines = text.split('\n');
  const first = lines.findIndex((line) => line.trim() !== '');
  return lines
    .slice(first + 1)
    .join('\n')
    .trim();
}

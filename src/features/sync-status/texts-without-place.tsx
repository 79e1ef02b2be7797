import { Button } from '@mantine/core';
import type { TypedText, useTextsWithoutPlace } from '../../data/texts-without-place.ts';
import { i18n } from '../../i18n/i18n.ts';
import { useDialogs } from '../../ui/overlays/dialogs.tsx';
import { mayDiscard } from '../../ui/overlays/may-discard.ts';
import { copyOwnText } from '../../ui/text/copy-own-text.ts';
import { LeftEntry } from './left-entry.tsx';
import styles from './outbox-panel.module.css';
import { textKind } from './text-kind.ts';

/** Half-typed texts whose task, project or conversation is gone: no form opens with them any more. */
export function TextsWithoutPlace({ left, discard }: ReturnType<typeof useTextsWithoutPlace>) {
  const dialogs = useDialogs();
  if (left.length === 0) return null;
  const ask = async (typed: TypedText) => {
    if (await mayDiscard(dialogs, i18n.t('Discard this text?'))) discard(typed);
  };
  return (
    <section aria-labelledby="outbox-texts">
      <h3 id="outbox-texts" className={styles['heading']}>
        {i18n.t('Typed, not sent')}
      </h3>
      <p className={styles['note']}>
        {i18n.t(
          'What they were for no longer exists, or you no longer have access to it. Nobody else has these texts.',
        )}
      </p>
      <ul className={styles['list']}>
        {left.map((typed) => (
          <LeftEntry key={typed.form}>
            <span className={styles['what']}>{textKind(typed.form)}</span>
            <pre className={styles['own']}>{typed.text}</pre>
            <div className={styles['actions']}>
              <Button
                size="compact-sm"
                variant="default"
                onClick={() => void copyOwnText(typed.text)}
              >
                {i18n.t('Copy my text')}
              </Button>
              <Button size="compact-sm" variant="default" onClick={() => void ask(typed)}>
                {i18n.t('Discard')}
              </Button>
            </div>
          </LeftEntry>
        ))}
      </ul>
    </section>
  );
}

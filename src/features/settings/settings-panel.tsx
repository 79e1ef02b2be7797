import type { ReactNode } from 'react';
import type { Actor } from '../../../model/permissions/actor.ts';
import type { Refusal } from '../../../model/shared/errors.ts';
import { useActor } from '../../data/client.tsx';
import { EmptyState } from '../../ui/layout/empty-state.tsx';
import { Panel } from '../../ui/overlays/panel.tsx';

interface SettingsPanelProps<Row> {
  readonly title: string;
  /** Null when this device has no such row, undefined while it is read. */
  readonly row: Row | null | undefined;
  readonly rule: (actor: Actor) => Refusal | undefined;
  /** Text for a person without the right, or for a missing row. */
  readonly refusal: string;
  readonly onClose: () => void;
  readonly children: (row: Row, actor: Actor) => ReactNode;
}

/** Settings panel for people with the right. */
export function SettingsPanel<Row>(props: SettingsPanelProps<Row>) {
  const { title, row, rule, refusal, onClose, children } = props;
  const actor = useActor();
  return (
    <Panel title={title} width={400} onClose={onClose}>
      {row === undefined || actor === undefined ? null : row === null ||
        rule(actor) !== undefined ? (
        <EmptyState text={refusal} />
      ) : (
        children(row, actor)
      )}
    </Panel>
  );
}

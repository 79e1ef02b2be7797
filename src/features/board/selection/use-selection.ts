import { useCallback, useMemo, useRef, useState } from 'react';

type DropAll = (
  cardId: string,
  between: { readonly before: string | undefined; readonly after: string | undefined },
) => Promise<boolean>;

/** Tasks selected for one common change. */
export interface Selection {
  readonly ids: ReadonlySet<string>;
  readonly toggle: (taskId: string) => void;
  /**
   * Selects every task between the last selected one and this one, in the order of `ids`; only this one when
   * the other is not in `ids`.
   */
  readonly extend: (taskId: string, ids: readonly string[]) => void;
  readonly add: (taskIds: readonly string[]) => void;
  readonly remove: (taskIds: readonly string[]) => void;
  readonly clear: () => void;
  /** Registers the action for a drop of a selected task; returns a function that unregisters it. */
  readonly whenDropped: (drop: DropAll) => () => void;
  /** The registered action; undefined without one. */
  readonly dropAll: () => DropAll | undefined;
}

export function useSelection(): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(NONE);
  const last = useRef<string>(undefined);
  const toggle = useCallback((taskId: string) => {
    last.current = taskId;
    setIds((before) => toggled(before, taskId));
  }, []);
  const extend = useCallback((taskId: string, order: readonly string[]) => {
    const between = rangeOf(order, last.current, taskId);
    last.current = taskId;
    setIds((before) => new Set([...before, ...between]));
  }, []);
  const add = useCallback((taskIds: readonly string[]) => {
    last.current = taskIds.at(-1);
    setIds((before) => new Set([...before, ...taskIds]));
  }, []);
  const remove = useCallback(
    (taskIds: readonly string[]) => setIds((before) => without(before, taskIds)),
    [],
  );
  const clear = useCallback(() => {
    last.current = undefined;
    setIds(NONE);
  }, []);
  const drop = useRef<DropAll>(undefined);
  const dropAll = useCallback(() => drop.current, []);
  const whenDropped = useCallback((next: DropAll) => {
    drop.current = next;
    return () => {
      if (drop.current === next) drop.current = undefined;
    };
  }, []);
  return useMemo(
    () => ({ ids, toggle, extend, add, remove, clear, whenDropped, dropAll }),
    [ids, toggle, extend, add, remove, clear, whenDropped, dropAll],
  );
}

/** Every id from one to another of a list, both included; only the second when the first is not in the list. */
export function rangeOf(
  order: readonly string[],
  from: string | undefined,
  to: string,
): readonly string[] {
  const start = from === undefined ? -1 : order.indexOf(from);
  const end = order.indexOf(to);
  if (start === -1 || end === -1) return [to];
  return order.slice(Math.min(start, end), Math.max(start, end) + 1);
}

/** Same reference when none of them is in the set. */
export function without(
  before: ReadonlySet<string>,
  taskIds: readonly string[],
): ReadonlySet<string> {
  const gone = new Set(taskIds);
  const after = new Set([...before].filter((id) => !gone.has(id)));
  return after.size === before.size ? before : after;
}

const NONE: ReadonlySet<string> = new Set();

function toggled(before: ReadonlySet<string>, taskId: string): ReadonlySet<string> {
  const after = new Set(before);
  if (!after.delete(taskId)) after.add(taskId);
  return after;
}

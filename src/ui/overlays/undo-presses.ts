interface Deps<Entry> {
  /** Changes that can be undone, newest last. */
  readonly done: () => readonly Entry[];
  readonly undo: (entry: Entry) => void;
  /** Resolves when running changes have registered their undo; undefined when none runs. */
  readonly settled: () => Promise<void> | undefined;
}

/**
 * Handles a press of Undo; true when there is something to undo. A change is on screen before its undo is
 * registered: a press waits for that and never undoes an older change instead.
 */
export function undoPresses<Entry>({ done, undo, settled }: Deps<Entry>): () => boolean {
  let isWaiting = false;
  let undoing = 0;
  const undoOne = (entry: Entry | undefined) => {
    if (entry === undefined) return;
    undo(entry);
    const back = settled();
    if (back === undefined) return;
    undoing += 1;
    void back.then(() => {
      undoing -= 1;
    });
  };
  const undoNext = async (settling: Promise<void>) => {
    // A change that was refused or cannot be undone registers nothing; an older change is undone only by
    // another press.
    const notMeant = undoing > 0 ? [] : done();
    isWaiting = true;
    await settling;
    isWaiting = false;
    undoOne(done().findLast((entry) => !notMeant.includes(entry)));
  };
  return () => {
    // Repeated presses while the first one waits count once.
    if (isWaiting) return true;
    const settling = settled();
    if (settling !== undefined) {
      void undoNext(settling);
      return true;
    }
    const last = done().at(-1);
    undoOne(last);
    return last !== undefined;
  };
}

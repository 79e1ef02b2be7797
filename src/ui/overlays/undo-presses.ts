interface Deps<Entry> {
  /** What can be taken back, the newest last. */
  readonly done: () => readonly Entry[];
  readonly undo: (entry: Entry) => void;
  /** Waits for what was done and has not offered its way back yet; undefined when there is nothing to wait for. */
  readonly settled: () => Promise<void> | undefined;
}

/**
 * Takes a press of Undo; true when it meant something here. What was done a moment ago is on screen before its way back
 * is offered: a press waits for that, and never means an older one in its place.
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
    // What was refused, or has no way back, offers none; what was done before it is meant only after another Undo.
    const notMeant = undoing > 0 ? [] : done();
    isWaiting = true;
    await settling;
    isWaiting = false;
    undoOne(done().findLast((entry) => !notMeant.includes(entry)));
  };
  return () => {
    // Whoever presses again because nothing has happened yet means it once.
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

/** Milliseconds after which the work begins without a frame: the page is hidden, or its account is slow to open. */
const LATEST = 1_000;

/**
 * Work of a start that no screen waits for. It would take the processor and the device's database from the first frame,
 * so it begins after that where a frame is expected, and at once elsewhere.
 */
export interface AfterFirstFrame {
  readonly run: (work: () => void) => void;
  /** The account is open, or nobody is signed in: the next frame shows it. */
  readonly opened: () => void;
}

export function afterFirstFrame({ isExpected }: { readonly isExpected: boolean }): AfterFirstFrame {
  let begin: () => void = () => undefined;
  const begun = isExpected ? new Promise<void>((resolve) => (begin = resolve)) : undefined;
  if (isExpected) setTimeout(begin, LATEST);
  return {
    run: (work) => {
      if (begun === undefined) work();
      else void begun.then(work);
    },
    opened: () => {
      requestAnimationFrame(() => requestAnimationFrame(begin));
    },
  };
}

/** All lines of a download. */
export async function allLines<T>(lines: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const line of lines) found.push(line);
  return found;
}

/** The inverse: an iterable of these lines. */
export async function* asLines<T>(lines: readonly T[]): AsyncGenerator<T> {
  yield* lines;
}

/** All lines of a download, read to its end. */
export async function allLines<T>(lines: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const line of lines) found.push(line);
  return found;
}

/** The other way round. */
export async function* asLines<T>(lines: readonly T[]): AsyncGenerator<T> {
  yield* lines;
}

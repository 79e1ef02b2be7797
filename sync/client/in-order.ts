/**
 * Questions that overlap, and whose answers change something, take effect in the order they were asked: an answer that
 * comes after that of a later question has been overtaken, and changes nothing.
 */
export function inOrder<T>(ask: () => Promise<T>, apply: (answer: T) => void): () => Promise<T> {
  let asked = 0;
  let applied = 0;
  return async () => {
    asked += 1;
    const mine = asked;
    const answer = await ask();
    if (mine > applied) {
      applied = mine;
      apply(answer);
    }
    return answer;
  };
}

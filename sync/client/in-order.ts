/**
 * Applies the results of overlapping requests in the order of the requests: a result that arrives after the result of a
 * later request is dropped.
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

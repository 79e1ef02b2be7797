/** While the work goes on, the browser asks before the page is closed or loaded anew. */
export async function askBeforeLeaving<T>(work: Promise<T>): Promise<T> {
  const ask = (event: BeforeUnloadEvent) => event.preventDefault();
  window.addEventListener('beforeunload', ask);
  try {
    return await work;
  } finally {
    window.removeEventListener('beforeunload', ask);
  }
}

/** While the promise is pending, the browser asks before the page is closed or reloaded. */
export async function warnBeforeUnload<T>(work: Promise<T>): Promise<T> {
  const ask = (event: BeforeUnloadEvent) => event.preventDefault();
  window.addEventListener('beforeunload', ask);
  try {
    return await work;
  } finally {
    window.removeEventListener('beforeunload', ask);
  }
}

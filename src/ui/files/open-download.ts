/** Lets the browser download an address, so that the file need not fit into memory. */
export function openDownload(path: string): void {
  const link = document.createElement('a');
  link.href = path;
  link.download = '';
  link.click();
}

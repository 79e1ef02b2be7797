/** Domain of an address in lower case, in its ASCII form; empty for a text without one. */
export function domainOf(email: string): string {
  const host = email.slice(email.lastIndexOf('@') + 1);
  return asciiDomain(host) ?? '';
}

/** `example.org` for `Example.ORG`; undefined for what is not the name of a domain. */
export function asciiDomain(text: string): string | undefined {
  const url = `https://${text.trim()}`;
  if (!/^[^\s/@:?#[\]\\]+\.[^\s/@:?#[\]\\]+$/.test(text.trim()) || !URL.canParse(url))
    return undefined;
  const { hostname } = new URL(url);
  // An address of digits and dots is not a domain.
  return /^[\d.]+$/.test(hostname) || hostname.endsWith('.') ? undefined : hostname;
}

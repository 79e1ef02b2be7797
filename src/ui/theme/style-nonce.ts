/**
 * The nonce of this page's answer: style elements without it do not count under the server's policy. Undefined in
 * development, where there is no policy.
 */
export function styleNonce(): string | undefined {
  const meta = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]');
  return meta?.nonce === '' ? undefined : meta?.nonce;
}

/** The scroll lock behind dialogs makes its style element by itself and asks for the nonce under this name. */
export function shareStyleNonce(): void {
  Object.assign(globalThis, { __webpack_nonce__: styleNonce() });
}

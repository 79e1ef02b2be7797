/**
 * CSP nonce of this page's response: style elements without it are blocked. Undefined in development, where
 * there is no policy.
 */
export function styleNonce(): string | undefined {
  const meta = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]');
  return meta?.nonce === '' ? undefined : meta?.nonce;
}

/** The scroll lock of dialogs creates its own style element and reads the nonce under this name. */
export function shareStyleNonce(): void {
  Object.assign(globalThis, { __webpack_nonce__: styleNonce() });
}

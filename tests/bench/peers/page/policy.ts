interface PolicyFactory {
  readonly createPolicy: (
    name: string,
    rules: { readonly createScriptURL: (url: string) => string },
  ) => unknown;
}

/**
 * Creates the one policy of Trusted Types that the server allows, without which a page cannot start a worker. The
 * product's is in `public/boot.js`, which the service worker has on the device; here it would be the only file from the
 * network.
 */
export function createPolicy(): void {
  const factory: PolicyFactory | undefined = Reflect.get(globalThis, 'trustedTypes');
  factory?.createPolicy('default', { createScriptURL: (url) => url });
}

/** A call as it travels through the simulated network. */
export interface HttpCall {
  readonly method: 'GET' | 'POST' | 'PUT';
  /** With its query. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Raw request body, in place of JSON. */
  readonly bytes?: Uint8Array;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** The same as bytes; missing where an intermediary or a fault has made the response. */
  readonly bytes?: Uint8Array;
}

/** The JSON of a response; undefined without one. */
export function jsonOf(answer: HttpAnswer): unknown {
  try {
    const value: unknown = JSON.parse(answer.text);
    return value;
  } catch {
    return undefined;
  }
}

export function pathOf(call: Pick<HttpCall, 'url'>): string {
  return call.url.split('?')[0] ?? '';
}

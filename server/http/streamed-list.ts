import { Readable } from 'node:stream';
import type { PlainAnswer } from './pipeline.ts';

/** `{status, message, data}` with a list as data, from pieces of JSON of one or more of its items each. */
export function streamedList(pieces: AsyncIterable<string>): PlainAnswer {
  return {
    plain: Readable.from(framed(pieces), { objectMode: false }),
    headers: { 'content-type': 'application/json; charset=utf-8' },
  };
}

async function* framed(pieces: AsyncIterable<string>): AsyncIterable<string> {
  yield '{"status":200,"message":"OK","data":[';
  let isFirst = true;
  for await (const piece of pieces) {
    yield isFirst ? piece : `,${piece}`;
    isFirst = false;
  }
  yield ']}';
}

import * as v from 'valibot';

/** What a form holds, by the names of its fields; the first of them is the one that is typed in. */
export type Fields = Readonly<Record<string, string | readonly string[] | null>>;

/** In a kept draft, before the name of a field: what the form started with. Older builds pass over it. */
export const START = 'start:';

export const draftSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.record(v.string(), v.union([v.string(), v.array(v.string()), v.null()])),
);

/** Takes a draft to where it survives a reload; undefined: there is none. */
type Keep = (text: string | undefined) => void;

/** What was taken out of a form to be saved. */
interface Sent {
  /** The draft as it is kept; undefined when nothing was typed, e.g. for a file alone. */
  readonly text: string | undefined;
  /** True when it is on this device for good. */
  readonly work: () => Promise<boolean>;
  /** Stands between it and what was typed since, should it come back. */
  readonly by: string;
  readonly keep: Keep;
}

/**
 * What forms have sent and what is not saved yet. It outlives the form: one that is closed and opened again meanwhile
 * begins with what was typed since. Until it is saved, the kept draft has it in front of that, so that a browser that is
 * killed takes nothing with it.
 */
export interface Sends {
  /** What was typed since; undefined when nothing of this form is on its way. */
  readonly since: (form: string) => { readonly text: string | undefined } | undefined;
  /** The form holds this now. */
  readonly typed: (form: string, text: string | undefined, keep: Keep) => void;
  /** True when it was saved, after all that was sent before it. Else it comes back, and what was sent after it too. */
  readonly send: (form: string, sent: Sent) => Promise<boolean>;
  /** Told of the text of a form to which something comes back. */
  readonly follow: (form: string, back: Keep) => () => void;
}

interface Waiting extends Sent {
  readonly settle: (isSaved: boolean) => void;
  readonly fail: (error: unknown) => void;
}

interface OnItsWay {
  readonly queue: Waiting[];
  text: string | undefined;
}

export function createSends(): Sends {
  const forms = new Map<string, OnItsWay>();
  const followers = new Set<{ readonly form: string; readonly back: Keep }>();
  const giveBack = (form: string, { queue, text }: OnItsWay, keep: Keep) => {
    const all = joined(queue, text);
    forms.delete(form);
    keep(all);
    for (const one of followers) if (one.form === form) one.back(all);
    for (const { settle } of queue) settle(false);
  };
  const saveAll = async (form: string, way: OnItsWay) => {
    for (let [next] = way.queue; next !== undefined; [next] = way.queue) {
      const isSaved = await next.work().catch(next.fail);
      if (isSaved !== true) {
        giveBack(form, way, next.keep);
        return;
      }
      way.queue.shift();
      if (way.queue.length === 0) forms.delete(form);
      next.keep(joined(way.queue, way.text));
      next.settle(true);
    }
  };
  return {
    since: (form) => forms.get(form),
    typed: (form, text, keep) => {
      const way = forms.get(form);
      if (way !== undefined) way.text = text;
      keep(joined(way?.queue ?? [], text));
    },
    send: (form, sent) => {
      const { promise, resolve, reject } = Promise.withResolvers<boolean>();
      const way = forms.get(form) ?? { queue: [], text: undefined };
      way.queue.push({ ...sent, settle: resolve, fail: reject });
      way.text = undefined;
      if (way.queue.length === 1) {
        forms.set(form, way);
        void saveAll(form, way);
      }
      return promise;
    },
    follow: (form, back) => {
      const follower = { form, back };
      followers.add(follower);
      return () => followers.delete(follower);
    },
  };
}

function joined(queue: readonly Sent[], since: string | undefined): string | undefined {
  return queue.reduceRight((after, { text, by }) => joinedTwo(text, after, by), since);
}

/** Of a field that both have typed in the later one counts, but for the first: there one comes behind the other. */
function joinedTwo(before: string | undefined, since: string | undefined, by: string) {
  const [first, second] = [v.safeParse(draftSchema, before), v.safeParse(draftSchema, since)];
  if (!first.success) return since;
  if (!second.success) return before;
  const typed = Object.entries(second.output).filter(
    ([name, value]) =>
      !name.startsWith(START) &&
      JSON.stringify(value) !== JSON.stringify(second.output[`${START}${name}`]),
  );
  const all: Record<string, Fields[string]> = { ...first.output, ...Object.fromEntries(typed) };
  const [[field, value] = ['', '']] = Object.entries(first.output);
  const added = second.output[field];
  if (typeof value === 'string' && typeof added === 'string') {
    all[field] = [value, added].filter((text) => text !== '').join(by);
  }
  return JSON.stringify(all);
}

import * as v from 'valibot';

/** Values of a form by field name; the first field is the one for text. */
export type Fields = Readonly<Record<string, string | readonly string[] | null>>;

/** Prefix of the fields of a stored draft that hold initial values. Older builds ignore them. */
export const START = 'start:';

export const draftSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.record(v.string(), v.union([v.string(), v.array(v.string()), v.null()])),
);

/** Stores a draft so that it survives a reload; undefined removes it. */
type StoreDraft = (text: string | undefined) => void;

/** Form contents that were submitted. */
interface Submission {
  /** Serialised draft; undefined without text, e.g. for a file alone. */
  readonly text: string | undefined;
  /** Resolves to true when the content is committed on this device; to the part that is not, as a serialised draft. */
  readonly work: () => Promise<boolean | string>;
  /** Separator between this content and text typed later, if saving fails. */
  readonly by: string;
  readonly keep: StoreDraft;
}

/**
 * Submitted form contents that are not saved yet. It outlives the form: a form that is closed and opened
 * again starts with the text typed since. Until the content is saved, the stored draft contains it in front
 * of that text, so that a killed browser loses nothing.
 */
export interface Submissions {
  /** Text typed since the submission; undefined when nothing of this form is being saved. */
  readonly since: (form: string) => { readonly text: string | undefined } | undefined;
  /** Reports the current text of the form; with `own`, also to all other followers of it. */
  readonly typed: (
    form: string,
    text: string | undefined,
    keep: StoreDraft,
    own?: StoreDraft,
  ) => void;
  /**
   * Resolves to true when the content was saved, after all earlier ones. Otherwise it, or the part of it that was not
   * saved, returns to the form together with the later ones.
   */
  readonly send: (form: string, sent: Submission) => Promise<boolean>;
  /** Subscribes to text that returns to a form or is typed into another one of its name; returns the unsubscribe function. */
  readonly follow: (form: string, back: StoreDraft) => () => void;
}

interface QueuedSubmission extends Submission {
  readonly settle: (isSaved: boolean) => void;
  readonly fail: (error: unknown) => void;
}

interface SavingForm {
  readonly queue: QueuedSubmission[];
  text: string | undefined;
}

export function createSubmissions(): Submissions {
  const forms = new Map<string, SavingForm>();
  const followers = new Set<{ readonly form: string; readonly back: StoreDraft }>();
  const returnText = (form: string, { queue, text }: SavingForm, keep: StoreDraft) => {
    const all = joined(queue, text);
    forms.delete(form);
    keep(all);
    for (const one of followers) if (one.form === form) one.back(all);
    for (const { settle } of queue) settle(false);
  };
  const saveAll = async (form: string, saving: SavingForm) => {
    for (let [next] = saving.queue; next !== undefined; [next] = saving.queue) {
      const saved = await next.work().catch(next.fail);
      if (saved !== true) {
        if (typeof saved === 'string') saving.queue[0] = { ...next, text: saved };
        returnText(form, saving, next.keep);
        return;
      }
      saving.queue.shift();
      if (saving.queue.length === 0) forms.delete(form);
      next.keep(joined(saving.queue, saving.text));
      next.settle(true);
    }
  };
  return {
    since: (form) => forms.get(form),
    typed: (form, text, keep, own) => {
      const saving = forms.get(form);
      if (saving !== undefined) saving.text = text;
      keep(joined(saving?.queue ?? [], text));
      if (own === undefined) return;
      for (const one of followers) if (one.form === form && one.back !== own) one.back(text);
    },
    send: (form, sent) => {
      const { promise, resolve, reject } = Promise.withResolvers<boolean>();
      const saving = forms.get(form) ?? { queue: [], text: undefined };
      saving.queue.push({ ...sent, settle: resolve, fail: reject });
      saving.text = undefined;
      if (saving.queue.length === 1) {
        forms.set(form, saving);
        void saveAll(form, saving);
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

function joined(queue: readonly Submission[], since: string | undefined): string | undefined {
  return queue.reduceRight((after, { text, by }) => joinedTwo(text, after, by), since);
}

/** Merges two drafts: the later value of a field wins, except that texts of the first field are joined. */
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

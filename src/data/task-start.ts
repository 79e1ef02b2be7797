/** Values with which the whole form of a new task opens, as they were typed in a composer. */
export interface TaskStart {
  /** Text of the composer. The draft of the form belongs to it. */
  readonly line: string;
  readonly name: string;
  readonly description: string;
  readonly flag: string;
  readonly label: string;
  readonly end_date: string;
  readonly assignees: readonly string[];
  /** Empties the composer: the form has added the task. */
  readonly done: () => void;
}

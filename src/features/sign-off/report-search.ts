/** What the report is about; without task and card, the whole project. */
export interface ReportSubject {
  readonly task: string | undefined;
  readonly card: string | undefined;
}

/** The report in the address. */
export interface ReportSearch {
  /** Subject: `task:<id>`, `card:<id>`, anything else for the whole project. */
  readonly report: string;
  /** First and last day by this device's time zone, `YYYY-MM-DD`; undefined: no limit. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Subject as an address names it: `task:<id>`, `card:<id>`, anything else for the whole project. */
export function subjectOf(report: string): ReportSubject {
  const [kind, id] = report.split(':');
  return { task: kind === 'task' ? id : undefined, card: kind === 'card' ? id : undefined };
}

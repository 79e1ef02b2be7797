import { useCallback, useRef, useState } from 'react';
import { type ReportFile, reportVerdictsSchema } from '../../model/protocol/sign-off-report.ts';
import { answerSchema } from '../../model/protocol/session.ts';
import { CairnError } from '../../model/shared/errors.ts';
import { parseAt } from '../../model/shared/parse.ts';
import { i18n, translated } from '../i18n/i18n.ts';
import { useClient } from './client.tsx';
import { readReportFile, type ReportProblem } from './read-report-file.ts';
import { checkReport, type ReportResult } from './report-check.ts';
import { sha256Of } from './report-file.ts';

/** `unreadable`: nothing was sent. `failed`: the file was read, and the server has not answered. */
export type ReportCheckState =
  | { readonly phase: 'idle' }
  | { readonly phase: 'checking'; readonly name: string }
  | { readonly phase: 'unreadable'; readonly name: string; readonly problem: ReportProblem }
  | { readonly phase: 'failed'; readonly name: string; readonly reason: string }
  | {
      readonly phase: 'checked';
      readonly name: string;
      readonly report: ReportFile;
      readonly result: ReportResult;
    };

/** Check of a report's file against the server, without an account: only digests are sent (SIGN-4.2). */
export function useReportCheck(): {
  readonly state: ReportCheckState;
  readonly check: (file: File) => void;
} {
  const client = useClient();
  const [state, setState] = useState<ReportCheckState>({ phase: 'idle' });
  const latest = useRef<File>(undefined);
  const check = useCallback(
    (file: File) => {
      const { name } = file;
      const run = async (): Promise<ReportCheckState> => {
        const report = await readReportFile(file);
        if (typeof report === 'string') return { phase: 'unreadable', name, problem: report };
        const result = await checkReport(report, {
          digest: sha256Of,
          send: async (body) =>
            await client.own.request(
              { path: 'sign-off/check/', body: { ...body }, isPublic: true },
              (answer) => parseAt(reportVerdictsSchema, parseAt(answerSchema, answer).data),
            ),
        });
        return { phase: 'checked', name, report, result };
      };
      latest.current = file;
      // Another file may have been chosen meanwhile.
      const show = (next: ReportCheckState) => {
        if (latest.current === file) setState(next);
      };
      show({ phase: 'checking', name });
      run().then(show, (failure: unknown) => {
        if (!(failure instanceof CairnError)) reportError(failure);
        show({ phase: 'failed', name, reason: reasonOf(failure) });
      });
    },
    [client],
  );
  return { state, check };
}

function reasonOf(failure: unknown): string {
  if (!(failure instanceof CairnError)) return i18n.t('The file could not be read. Try again.');
  return failure.code === 'unavailable'
    ? i18n.t('The server cannot be reached, so the file is not checked. Try again with a network.')
    : translated(failure.message);
}

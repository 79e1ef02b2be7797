import { comments } from '../../../model/entities/comment.ts';
import { labels } from '../../../model/entities/label.ts';
import { overwrites } from '../../../model/entities/overwrite.ts';
import { projects } from '../../../model/entities/project.ts';
import { type Subtask, subtasks } from '../../../model/entities/subtask.ts';
import { type TaskFile, taskFiles } from '../../../model/entities/task-file.ts';
import { tasks } from '../../../model/entities/task.ts';
import { commentDelete } from '../../../model/mutations/comment/comment-delete.ts';
import { commentRestore } from '../../../model/mutations/comment/comment-restore.ts';
import { taskTemplates } from '../../../model/entities/task-template.ts';
import { taskTemplateCreate } from '../../../model/mutations/task-template/task-template-create.ts';
import { taskTemplateDelete } from '../../../model/mutations/task-template/task-template-delete.ts';
import { fileAdd } from '../../../model/mutations/file/file-add.ts';
import { labelCreate } from '../../../model/mutations/label/label-create.ts';
import { labelDelete } from '../../../model/mutations/label/label-delete.ts';
import { labelRename } from '../../../model/mutations/label/label-rename.ts';
import { overwriteDismiss } from '../../../model/mutations/overwrite/overwrite-dismiss.ts';
import { subtaskArchive } from '../../../model/mutations/subtask/subtask-archive.ts';
import { subtaskAssign } from '../../../model/mutations/subtask/subtask-assign.ts';
import { subtaskComplete } from '../../../model/mutations/subtask/subtask-complete.ts';
import { subtaskCreate } from '../../../model/mutations/subtask/subtask-create.ts';
import { subtaskEdit } from '../../../model/mutations/subtask/subtask-edit.ts';
import { subtaskMove } from '../../../model/mutations/subtask/subtask-move.ts';
import { taskFileAdd } from '../../../model/mutations/task-file/task-file-add.ts';
import { taskFileEdit } from '../../../model/mutations/task-file/task-file-edit.ts';
import { taskSetLabel } from '../../../model/mutations/task/task-set-label.ts';
import { attachFiles } from '../../../sync/store/attach-file.ts';
import { blobOf, digestOf, newContent } from '../files/picked-file.ts';
import { pickOwn } from './board.ts';
import { type Act, type Doing, list, me, on, pick, rankAmong, type } from './doing.ts';

/** Subtasks, files of tasks, labels, and comments that are deleted and restored. */
export const SUBTASK_ACTIONS = {
  'subtask-create': (doing) =>
    on(pickOwn(doing), (task) => {
      const id = doing.tab.newId();
      return doing.tab.mutate(subtaskCreate, {
        id,
        project: task.project,
        task: task.id,
        rank: rankAmong(
          doing,
          list(doing, subtasks, (one) => one.task === task.id),
        ),
        name: type(doing, subtasks, id),
        start_date: null,
        end_date: '2026-03-04',
        is_completed: false,
        document: null,
      });
    }),
  'subtask-edit': (doing) =>
    on(pickSubtask(doing), ({ id }) =>
      doing.tab.mutate(subtaskEdit, { id, name: type(doing, subtasks, id) }),
    ),
  'subtask-assign': (doing) =>
    on(pickSubtask(doing), ({ id, project, assigned_to }) =>
      doing.tab.mutate(subtaskAssign, {
        id,
        project,
        assigned_to: assigned_to === null ? me(doing) : null,
      }),
    ),
  'subtask-complete': (doing) =>
    on(pickSubtask(doing), ({ id, is_completed }) =>
      doing.tab.mutate(subtaskComplete, { id, done: !is_completed }),
    ),
  'subtask-move': (doing) =>
    on(pickSubtask(doing), ({ id, task }) => {
      const others = list(doing, subtasks, (one) => one.task === task && one.id !== id);
      return doing.tab.mutate(subtaskMove, { id, rank: rankAmong(doing, others) });
    }),
  'subtask-archive': (doing) =>
    on(pickSubtask(doing), ({ id, status }) =>
      doing.tab.mutate(subtaskArchive, { id, status: !status }),
    ),
  // The upload queue does not run here: the row of a file alone.
  'task-file-add': (doing) =>
    on(pickOwn(doing), async (task) => {
      const [file, id] = [doing.tab.newId(), doing.tab.newId()];
      const refusal = await doing.tab.mutate(fileAdd, {
        id: file,
        scope: task.scope,
        name: 'photo.jpg',
        media_type: 'image/jpeg',
        size: 5,
        digest: 'a'.repeat(64),
      });
      if (refusal !== undefined) return refusal;
      return doing.tab.mutate(taskFileAdd, {
        id,
        project: task.project,
        task: task.id,
        rank: rankAmong(
          doing,
          list(doing, taskFiles, (one) => one.task === task.id),
        ),
        file,
        caption: '',
      });
    }),
  'task-file-attach': (doing) =>
    on(pickOwn(doing), async (task) => {
      const { tab, random } = doing;
      const [id, file] = [tab.newId(), tab.newId()];
      const bytes = newContent(random);
      const accepted = doing.pickFile({ id: file, digest: digestOf(bytes) });
      const { store, actor, at } = await tab.context();
      const rank = rankAmong(
        doing,
        list(doing, taskFiles, (one) => one.task === task.id),
      );
      const { project } = task;
      const fields = { id, project, task: task.id, rank, file, caption: '' };
      const reference = taskFileAdd.prepare(fields);
      const refusal = await tab.life.guard(() =>
        attachFiles({
          db: tab.db,
          store,
          actor,
          at,
          files: [{ id: file, content: blobOf(bytes), name: 'list.txt', scope: task.scope }],
          references: [reference],
        }),
      );
      if (refusal === undefined) accepted();
      tab.engine.wake();
      return refusal;
    }),
  'task-file-caption': (doing) =>
    on(pickTaskFile(doing), ({ id }) =>
      doing.tab.mutate(taskFileEdit, { id, caption: type(doing, taskFiles, id) }),
    ),
  'task-file-move': (doing) =>
    on(pickTaskFile(doing), ({ id, task }) => {
      const others = list(doing, taskFiles, (one) => one.task === task && one.id !== id);
      return doing.tab.mutate(taskFileEdit, { id, rank: rankAmong(doing, others) });
    }),
  'task-file-remove': (doing) =>
    on(pickTaskFile(doing), ({ id, removed_at }) =>
      doing.tab.mutate(taskFileEdit, { id, status: removed_at !== null }),
    ),
  'label-create': (doing) =>
    on(
      pick(doing, projects, () => true),
      ({ id: project }) => {
        const id = doing.tab.newId();
        return doing.tab.mutate(labelCreate, { id, project, name: type(doing, labels, id) });
      },
    ),
  'template-create': (doing) =>
    on(
      pick(doing, projects, () => true),
      ({ id: project }) => {
        const id = doing.tab.newId();
        const fields = { description: '', flag: null, label: null, subtasks: ['Roof'] };
        const name = type(doing, taskTemplates, id);
        return doing.tab.mutate(taskTemplateCreate, { id, project, name, ...fields });
      },
    ),
  'template-delete': (doing) =>
    on(
      pick(doing, taskTemplates, () => true),
      ({ id }) => doing.tab.mutate(taskTemplateDelete, { id }),
    ),
  'label-rename': (doing) =>
    on(
      pick(doing, labels, () => true),
      ({ id }) => doing.tab.mutate(labelRename, { id, name: type(doing, labels, id) }),
    ),
  'label-delete': (doing) =>
    on(
      pick(doing, labels, () => true),
      ({ id }) => doing.tab.mutate(labelDelete, { id }),
    ),
  'overwrite-dismiss': (doing) =>
    on(
      pick(doing, overwrites, ({ lost_by, kept_by }) => [lost_by, kept_by].includes(me(doing))),
      ({ id }) => doing.tab.mutate(overwriteDismiss, { id }),
    ),
  'task-label': (doing) =>
    on(pickOwn(doing), ({ id, project }) => {
      const label = pick(doing, labels, (one) => one.project === project);
      return doing.tab.mutate(taskSetLabel, { id, label: label?.id ?? null });
    }),
  'comment-undo': (doing) =>
    on(
      pick(doing, comments, (one) => one.author === me(doing) && !one.deleted),
      async ({ id, comment, attachment }) => {
        const refusal = await doing.tab.mutate(commentDelete, { id });
        const back = { id, comment, attachment, undo: true };
        return refusal ?? doing.tab.mutate(commentRestore, back);
      },
    ),
} as const satisfies Readonly<Record<string, Act>>;

/** A subtask of one of the person's own tasks. */
function pickSubtask(doing: Doing): Subtask | undefined {
  const own = new Set(
    list(doing, tasks, (task) => task.created_by === me(doing)).map(({ id }) => id),
  );
  return pick(doing, subtasks, (subtask) => own.has(subtask.task));
}

/** A file of one of the person's own tasks. */
function pickTaskFile(doing: Doing): TaskFile | undefined {
  const own = new Set(
    list(doing, tasks, (task) => task.created_by === me(doing)).map(({ id }) => id),
  );
  return pick(doing, taskFiles, (one) => own.has(one.task));
}

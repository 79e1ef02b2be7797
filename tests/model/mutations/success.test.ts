import { expect, it } from 'vitest';
import { prepareMutation } from '../../../model/mutations/registry.ts';
import { STAGE_UPDATED } from '../../../model/mutations/task/task-move.ts';
import { message } from '../../../model/shared/message.ts';

const id = '0198c000-0000-7000-8000-000000000001';
const note = { id, title: 'Ropes', note: 'Two of them', tags: id };
const assignment = { id, project: id, assigned_to: '7', assigned_users: [] };

it.each([
  ['note-create', note, 'Note created successfully!'],
  ['note-edit', { id, title: 'Ropes' }, 'Note updated successfully!'],
  ['note-delete', { id }, 'Note deleted successfully!'],
  ['todo-rename', { id, name: 'Pack' }, 'Task name updated successfully!'],
  ['todo-toggle', { id, status: true }, 'Task status updated successfully!'],
  ['task-archive', { id, status: true }, 'Task successfully unarchived'],
  [
    'task-collaborate',
    { id, project: id, collaborators: ['7'] },
    'Collaborators added successfully',
  ],
  ['task-assign', assignment, 'Member assigned successfully'],
  ['task-set-flag', { id, flag: '1' }, 'Priority updated successfully'],
])('the success of %s has the text of the specification', (name, args, text) => {
  expect(prepareMutation(name, args).success()).toEqual(message(text));
});

it('a move by the Stage field has the text of the specification', () => {
  expect(STAGE_UPDATED).toBe('Task Stage Updated successfully');
});

it('a success names the row as the screen shows it', () => {
  const archived = prepareMutation('card-archive', { id, status: false });
  expect(archived.success('Doing')).toEqual(message('Card "{card}" archived', { card: 'Doing' }));
});

it('a mutation whose change is all that the person sees has no text', () => {
  expect(prepareMutation('card-rename', { id, name: 'Doing' }).success()).toBeUndefined();
});

import { message } from '../../i18n/i18n.ts';

/** Texts of the specification (board spec, 8); the note toast stays 3 s (9). */
export const NOTE_TOAST = 3000;
export const CREATE_FAILED = message('Failed to create note. Please try again.');
export const UPDATE_FAILED = message('Failed to update note. Please try again.');
export const DELETE_FAILED = message('Failed to delete note. Please try again.');
export const TAG_FAILED = message('Failed to create tag. Please try again.');

import { createFileRoute } from '@tanstack/react-router';
import { NotesPage } from '../../features/notes/notes-page.tsx';

export const Route = createFileRoute('/_app/notes-view')({ component: NotesPage });

import type { Project } from '../../../model/entities/project.ts';
import { useFile } from '../../data/files.ts';
import { ImageBadge } from '../../ui/marks/image-badge.tsx';

interface ProjectBadgeProps {
  readonly project: Project;
  /** Size of a line of text. */
  readonly isSmall?: boolean;
}

/** Picture of a project, or its initials; the name is beside it. */
export function ProjectBadge({ project, isSmall = false }: ProjectBadgeProps) {
  const image = useFile(project.background_image);
  return <ImageBadge name={project.name} url={image?.smallUrl ?? image?.url} isSmall={isSmall} />;
}

import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { PanelName } from '../../data/app-search.ts';
import styles from './settings.module.css';

/** List of links to other settings panels. */
export function SettingsPlaces({ children }: { readonly children: ReactNode }) {
  return <ul className={styles['places']}>{children}</ul>;
}

interface SettingsPlaceProps {
  readonly panel: PanelName;
  /** Id of the project for the panel. */
  readonly project?: string;
  readonly icon: ReactNode;
  readonly name: string;
  /** Number of rows in the panel; undefined while they are counted. */
  readonly count: number | string | undefined;
}

export function SettingsPlace({ panel, project, icon, name, count }: SettingsPlaceProps) {
  return (
    <li>
      <Link
        to="."
        search={(before) => ({ ...before, panel, ...(project !== undefined && { project }) })}
        className={styles['place']}
      >
        {icon}
        <span className={styles['placeName']}>{name}</span>
        <span className={styles['count']}>{count ?? ''}</span>
      </Link>
    </li>
  );
}

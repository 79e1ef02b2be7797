import { ExportPanel } from './export-panel.tsx';
import { ImportPanel } from './import-panel.tsx';

interface TransferPanelProps {
  readonly panel: 'export' | 'import';
  readonly onClose: () => void;
}

/** Panel with export and import. */
export function TransferPanel({ panel, onClose }: TransferPanelProps) {
  return panel === 'export' ? <ExportPanel onClose={onClose} /> : <ImportPanel onClose={onClose} />;
}

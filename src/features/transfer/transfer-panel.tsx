import { ExportPanel } from './export-panel.tsx';
import { ImportPanel } from './import-panel.tsx';

interface TransferPanelProps {
  readonly panel: 'export' | 'import';
  readonly onClose: () => void;
}

/** What goes out of Cairn as a file, and what comes in. */
export function TransferPanel({ panel, onClose }: TransferPanelProps) {
  return panel === 'export' ? <ExportPanel onClose={onClose} /> : <ImportPanel onClose={onClose} />;
}

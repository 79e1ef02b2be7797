import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plant, type PlantedTree } from './planted.ts';

const PLANTED = {
  'src/ui/fixed.module.css':
    '.a {\n  font-size: 13px;\n}\n\n.b {\n  font: 600 0.9rem/1.2 serif;\n}\n',
  'src/ui/fixed.tsx': 'export const A = () => <p style={{ fontSize: 13 }}>x</p>;\n',
  'src/ui/fine.module.css':
    '.a {\n  font-size: var(--mantine-font-size-sm);\n  font: inherit;\n  line-height: 20px;\n}\n\n.b {\n  font-size: 0.9em;\n}\n',
  'src/ui/theme/scale.css': 'body {\n  font-size: 14px;\n}\n',
};

describe('font sizes', () => {
  let tree: PlantedTree;
  let output: string;
  let status: number | null;
  beforeAll(() => {
    tree = plant(PLANTED, { realPackages: true });
    const run = spawnSync(process.execPath, [resolve('scripts/check-styles.ts')], {
      cwd: tree.folder,
      encoding: 'utf8',
    });
    output = run.stderr;
    status = run.status;
  });
  afterAll(() => tree.remove());

  it("outside the theme's scale are refused in style sheets and in the style of an element", () => {
    expect(output.match(/^src\S+: font size \S+/gm)).toEqual([
      'src/ui/fixed.module.css:2: font size 13px;',
      'src/ui/fixed.module.css:6: font size 600',
      'src/ui/fixed.tsx:1: font size 13;',
    ]);
    expect(status).toBe(1);
  });

  it('are accepted in the theme, from the theme and relative to the parent', () => {
    expect(output).not.toContain('fine');
    expect(output).not.toContain('theme/scale');
  });
});

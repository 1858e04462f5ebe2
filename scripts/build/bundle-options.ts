import { fileURLToPath } from 'node:url';
import type { BuildOptions } from 'esbuild';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** What all bundles have in common. */
export const common = {
  absWorkingDir: root,
  bundle: true,
  format: 'esm',
  metafile: true,
  // Names and lines stay: errors are shown by their class, and a trace through one endless line helps nobody.
  minifySyntax: true,
  legalComments: 'none',
  logLevel: 'warning',
} as const satisfies BuildOptions;

import { fileURLToPath } from 'node:url';
import type { BuildOptions } from 'esbuild';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Packages that something else stands for. */
export const alias = {
  fontkit: fileURLToPath(new URL('fontkit.ts', import.meta.url)),
};

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
  alias,
} as const satisfies BuildOptions;

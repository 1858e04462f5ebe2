import { fileURLToPath } from 'node:url';
import type { BuildOptions } from 'esbuild';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** The options that all bundles share. */
export const common = {
  absWorkingDir: root,
  bundle: true,
  format: 'esm',
  metafile: true,
  // Names and line breaks are kept, because errors show class names and stack traces show lines.
  minifySyntax: true,
  legalComments: 'none',
  logLevel: 'warning',
} as const satisfies BuildOptions;

import { fileURLToPath } from 'node:url';
import type { BuildOptions } from 'esbuild';

/** The root folder of the project. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/** The options that all bundles share. */
export const BUNDLE_OPTIONS = {
  absWorkingDir: root,
  bundle: true,
  format: 'esm',
  metafile: true,
  // Names and line breaks are kept, because errors show class names and stack traces show lines.
  minifySyntax: true,
  legalComments: 'none',
  logLevel: 'warning',
} as const satisfies BuildOptions;

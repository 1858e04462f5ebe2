/** Renders `--help` at build time into one file with an index, so that a start reads only the page that it prints. */

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';
import { renderHelpText } from '../../src/cli/help/index.ts';
import { PREBUILT_WIDTHS } from '../../src/cli/help/prebuilt-help.ts';
import { commandTable } from '../../src/commands/command-table.ts';
import type { BuiltFile } from './pack-chunks.ts';

/** Returns the help of each command and group by `WIDTH PATH`. The help of the sandbox is rendered at run time. */
function renderHelpPages(): ReadonlyMap<string, string> {
  const paths = commandTable.flatMap(({ path }) =>
    path.split(' ').map((_, at, words) => words.slice(0, at + 1).join(' ')),
  );
  const pages = new Map<string, string>();
  for (const width of PREBUILT_WIDTHS)
    for (const path of ['', ...paths].filter((name) => name !== 'sandbox')) {
      const words = path.split(' ').filter((word) => word !== '');
      pages.set(`${width} ${path}`, renderHelpText(commandTable, words, width, { short: true }) ?? '');
    }
  return pages;
}

/** Returns the file of the help texts, and the plugin by which `readPrebuiltHelp` reads that file. */
export function createPrebuiltHelp(): readonly [BuiltFile, Plugin] {
  const pages = renderHelpPages();
  const text = [...pages.values()].join('');
  const path = `chunks/help-${createHash('sha256').update(text).digest('hex').slice(0, 8)}.txt`;
  let end = 0;
  const ranges = [...pages].map(([key, page]) => {
    const start = end;
    end += Buffer.byteLength(page);
    return [key, [start, end]];
  });
  const code = `const ranges = new Map(${JSON.stringify(ranges)});
export const readPrebuiltHelp = (path, width) => {
  const range = ranges.get(\`\${width} \${path}\`);
  if (range === undefined) return undefined;
  try {
    return readFileSync(\`\${__dirname}/${path}\`).toString('utf8', ...range);
  } catch {
    return undefined;
  }
};
`;
  return [
    { path, text },
    {
      name: 'prebuilt-help',
      setup: ({ onLoad }) =>
        onLoad({ filter: /\/src\/cli\/help\/prebuilt-help\.ts$/ }, async ({ path: source }) => {
          const [before, after] = (await readFile(source, 'utf8')).split('export const readPrebuiltHelp = ');
          if (before === undefined || after === undefined)
            throw new Error(`${source} does not export readPrebuiltHelp`);
          return { contents: `import { readFileSync } from 'node:fs';\n${before}${code}`, loader: 'ts' };
        }),
    },
  ];
}

/** Writes the output of `--help` as one file with an index, so that one page can be read alone. */

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';
import type { Built } from './packing.ts';

/** Lays out `texts` (by width, for each path). The help module finds them in that file, which is in the same folder. */
export function helpLaidOut(
  texts: ReadonlyMap<number, ReadonlyMap<string, string>>,
): readonly [Built, Plugin] {
  const all = [...texts].flatMap(([width, paths]) =>
    [...paths].map(([path, text]) => [`${width} ${path}`, text] as const),
  );
  const bytes = Buffer.from(all.map(([, text]) => text).join(''));
  const path = `chunks/help-${createHash('sha256').update(bytes).digest('hex').slice(0, 8)}.txt`;
  let end = 0;
  const ends = all.map(([key, text]) => {
    end += Buffer.byteLength(text);
    return [key, [end - Buffer.byteLength(text), end]];
  });
  const module = `const places = new Map(${JSON.stringify(ends)});
export const readPrebuiltHelp = (path, width) => {
  const place = places.get(\`\${width} \${path}\`);
  if (place === undefined) return undefined;
  try {
    return readFileSync(\`\${__dirname}/${path}\`).toString('utf8', ...place);
  } catch {
    return undefined;
  }
};
`;
  return [
    { path, text: bytes.toString() },
    {
      name: 'help-laid-out',
      setup: ({ onLoad }) =>
        onLoad({ filter: /\/src\/cli\/help\/prebuilt-help\.ts$/ }, async ({ path: source }) => {
          const text = await readFile(source, 'utf8');
          const [before, after] = text.split('export const readPrebuiltHelp = ');
          if (before === undefined || after === undefined) throw new Error(`${source} lays no help out`);
          return { contents: `import { readFileSync } from 'node:fs';\n${before}${module}`, loader: 'ts' };
        }),
    },
  ];
}

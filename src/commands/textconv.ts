import { readJson } from '../json/lossless.ts';
import { bodyLines, plainLines } from '../view/body-lines.ts';
import { define } from './define.ts';
import type { Base, Files } from './facets.ts';

/** A file that somebody has edited is compared all the same: git gives up altogether where this fails. */
const linesOf = (text: string): string => {
  let body: unknown;
  try {
    body = readJson(text);
  } catch {
    return plainLines(text);
  }
  return bodyLines(body);
};

export const textconv = define({
  path: 'textconv',
  answers: 'text',
  uses: [],
  group: 'Take it away',
  does: { sends: 'never' },
  summary: 'Write a file as lines for git diff',
  about:
    'A heading for each node (its id, kind and label), and below it a value a line with its unit and its state. git ' +
    'runs it by itself, once toile help git has been followed: a hunk is then headed by the node that it is in. A file ' +
    'that holds no JSON is written as it is.',
  words: [{ name: 'FILE', about: 'a file of toile pull, or any other', required: true }],
  examples: [
    { why: 'Let git use it, in this repository', line: "git config diff.toile.textconv 'toile textconv'" },
    { why: 'A file as git diff shows it', line: 'toile textconv season/manifest.json' },
  ],
  local: () => true,
  parse: ({ words: [file = ''] }) => ({ file }),
  run: async (deps: Base & Files, { file }) =>
    ({ kind: 'text', text: linesOf(await deps.readText(file)) }) as const,
});

import { block, paragraph } from './layout.ts';

/** `help git`. The commands are not wrapped: they are there to be copied. */
export const gitTopic = (width: number): string =>
  `${[
    'A pulled folder under git',
    paragraph(
      'A pull writes one value a line, in one order, so that a commit shows what changed and nothing else. Once for each ' +
        'clone, two commands more let git name the node in the head of a hunk, and show values with their states:',
      width,
    ),
    block([
      "git config diff.toile.textconv 'toile textconv --'",
      "git config diff.toile.xfuncname '^[^ ].*$'",
    ]),
    paragraph('git diff, git show, git log -p and git blame then read like this:', width),
    block([
      '@@ -12,2 +12,2 @@ pom.chest  measurement  Chest',
      '-  spec: 56.0 cm (inferred)',
      '+  spec: 58.0 cm (asserted)',
    ]),
    paragraph(
      'toile textconv sends nothing, reads no key and keeps nothing. git starts it twice for each file that changed; ' +
        '--no-textconv compares the files themselves, and with diff.toile.cachetextconv true git keeps what it wrote.',
      width,
    ),
    paragraph(
      'Which files these are stands in .gitattributes, to which a pull adds its own lines, above all others, so that ' +
        'yours have the last word. A line of it that you make a comment stays one, and a file that you take away stays ' +
        'away.',
      width,
    ),
    paragraph(
      'Folders have the names of their designs, in their own letters. git shows those of other scripts as numbers ' +
        'unless told:',
      width,
    ),
    block(['git config core.quotePath false']),
    paragraph(
      'What changed between two commits, by what it costs when overlooked: toile diff of two worktrees (toile help ci).',
      width,
    ),
  ].join('\n\n')}\n`;

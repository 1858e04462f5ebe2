import { block, paragraph } from './layout.ts';

/** `help git`. The commands are not wrapped: they are there to be copied. */
export const gitTopic = (width: number): string =>
  `${[
    'A pulled folder under git',
    paragraph(
      'A pull writes one value a line, in one order, so that a commit shows what changed and nothing else. What it means ' +
        'is said by toile diff: the value and the state of each, by what it costs when overlooked. Between two commits, ' +
        'put the older one beside the folder:',
      width,
    ),
    block(['git worktree add ../before HEAD~1', 'toile diff ../before/season season']),
    paragraph(
      'Line ends are part of what a pull checks. It adds a line to .gitattributes that tells git to leave them alone, ' +
        'above all others, so that yours have the last word. Made a comment it stays one, and a file that you take away ' +
        'stays away.',
      width,
    ),
    paragraph(
      'Folders have the names of their designs, in their own letters. git shows those of other scripts as numbers ' +
        'unless told:',
      width,
    ),
    block(['git config core.quotePath false']),
  ].join('\n\n')}\n`;

import { indentBlock, wrapParagraph } from './help-layout.ts';

/** Returns the text of `toile help git`. The commands are not wrapped, so that they can be copied. */
export const renderGitTopic = (width: number): string =>
  `${[
    'A pulled folder under git',
    wrapParagraph(
      'A pull writes one value a line, in one order, so that a commit shows what changed and nothing else. What it means ' +
        'is said by toile diff: the value and the state of each, by what it costs when overlooked. Between two commits, ' +
        'put the older one beside the folder:',
      width,
    ),
    indentBlock(['git worktree add ../before HEAD~1', 'toile diff ../before/season season']),
    wrapParagraph(
      'Line ends are part of what a pull checks. It adds a line to .gitattributes that tells git to leave them alone, ' +
        'above all others, so that yours have the last word. Made a comment it stays one, and a file that you take away ' +
        'stays away.',
      width,
    ),
    wrapParagraph(
      'Folders have the names of their designs, in their own letters. git shows those of other scripts as numbers ' +
        'unless told:',
      width,
    ),
    indentBlock(['git config core.quotePath false']),
  ].join('\n\n')}\n`;

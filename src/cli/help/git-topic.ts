import { indentBlock, wrapParagraph } from './help-layout.ts';

/** Returns the text of `toile help git`, wrapped at `width` except for the commands, so that they can be copied. */
export const renderGitTopic = (width: number): string =>
  `${[
    'A pulled folder under git',
    wrapParagraph(
      'toile pull writes one value per line in a stable order, so that a commit shows only what changed. toile diff ' +
        'lists the changed values and states. The changes that are most costly to miss come first. To compare two ' +
        'commits, check out the older one next to the folder:',
      width,
    ),
    indentBlock(['git worktree add ../before HEAD~1', 'toile diff ../before/season season']),
    wrapParagraph(
      'git can change the line endings of files. So that it does not, toile pull adds a line at the top of ' +
        '.gitattributes. Your own lines below take precedence. If you comment the line out or delete the file, toile does not restore it.',
      width,
    ),
    wrapParagraph(
      'Folders have the names of their designs, in any script. By default, git prints Chinese characters, for example, ' +
        'as numbers. To print them as text:',
      width,
    ),
    indentBlock(['git config core.quotePath false']),
  ].join('\n\n')}\n`;

import { indentBlock, wrapParagraph } from './help-layout.ts';

/** Returns the text of `toile help git`, wrapped at `width` except for the commands, so that they can be copied. */
export const renderGitTopic = (width: number): string =>
  `${[
    'A pulled folder under git',
    wrapParagraph(
      'toile pull writes one value per line in a stable order, so that a commit shows only what changed. toile diff ' +
        'explains the changes: values and their provenance, the most costly to overlook first. To compare two ' +
        'commits, check out the older one next to the folder:',
      width,
    ),
    indentBlock(['git worktree add ../before HEAD~1', 'toile diff ../before/season season']),
    wrapParagraph(
      'toile pull checks line endings too. It adds a line at the top of .gitattributes that tells git not to change ' +
        'them; your own lines below it take precedence. If you comment the line out or delete the file, toile ' +
        'does not restore it.',
      width,
    ),
    wrapParagraph(
      'Folders are named after their designs, in any script. git prints non-ASCII names as numbers by default. To ' +
        'print them as text:',
      width,
    ),
    indentBlock(['git config core.quotePath false']),
  ].join('\n\n')}\n`;

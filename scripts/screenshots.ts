/** Renders output of the program as SVG, light and dark, into docs/. `npm run screenshots`; needs a build. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import stringWidth from 'string-width';
import { root } from './build/bundle-options.ts';
import { runInTerminal } from './docs/run-in-terminal.ts';

/** One picture: the arguments of toile, and the size of the terminal. */
interface Screenshot {
  readonly words: string;
  readonly columns: number;
  /** The maximum number of lines (default: all). */
  readonly rows?: number;
}

const SCREENSHOTS: Readonly<Record<string, Screenshot>> = {
  graph: { words: '--sandbox graph GARM-101 --view factory', columns: 96, rows: 34 },
  designs: { words: '--sandbox designs ls --limit 6', columns: 80 },
  brief: { words: '--sandbox brief GARM-101', columns: 80 },
  confirmations: { words: '--sandbox confirmations GARM-101', columns: 80 },
};

/** Background and text colours, and the terminal colours by number. */
type Theme = Readonly<Record<'background' | 'text' | 'strong' | 'faint' | number, string>>;

const THEMES: Readonly<Record<string, Theme>> = {
  light: {
    background: '#ffffff',
    text: '#1f2328',
    strong: '#000000',
    faint: '#6e7781',
    36: '#0b7285',
    33: '#8a5a00',
  },
  dark: {
    background: '#0d1117',
    text: '#d1d7e0',
    strong: '#ffffff',
    faint: '#848d97',
    36: '#56d4dd',
    33: '#e3b341',
  },
};

const CELL = { width: 8.43, height: 19, size: 14 };

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

interface Style {
  readonly bold: boolean;
  readonly faint: boolean;
  readonly colour: number | undefined;
}

const PLAIN: Style = { bold: false, faint: false, colour: undefined };

/** Splits a line into words, each with its style and its column in the terminal. */
const splitLine = (line: string) => {
  const words: { readonly text: string; readonly column: number; readonly style: Style }[] = [];
  let style = PLAIN;
  let column = 0;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches the escape sequences
  for (const part of line.split(/(\u001b\[[\d;]*m)/)) {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches the escape sequences
    const codes = part.match(/^\u001b\[([\d;]*)m$/)?.[1];
    if (codes === undefined) {
      // Words are placed one by one, because fonts and terminals disagree about the width of some characters.
      for (const word of part.split(/( +|\u2068[^\u2069]*\u2069)/)) {
        if (word.trim() !== '') words.push({ text: word, column, style });
        column += stringWidth(word);
      }
      continue;
    }
    for (const code of codes.split(';').map(Number)) {
      if (code === 0) style = PLAIN;
      else if (code === 1) style = { ...style, bold: true };
      else if (code === 2) style = { ...style, faint: true };
      else if (code === 22) style = { ...style, bold: false, faint: false };
      else if (code === 39) style = { ...style, colour: undefined };
      else if (code >= 30 && code < 38) style = { ...style, colour: code };
    }
  }
  return words;
};

const renderScreenshot = ({ words, columns, rows }: Screenshot, output: string, theme: Theme): string => {
  const lines = [`\u001b[2m$\u001b[22m toile ${words}`, '', ...output.split('\n')].slice(0, rows);
  const width = Math.round(columns * CELL.width + 32);
  const height = lines.length * CELL.height + 32;
  const body = lines.flatMap((line, row) =>
    splitLine(line).map(({ text, column, style }) => {
      const fill =
        style.colour !== undefined
          ? theme[style.colour]
          : style.faint
            ? theme.faint
            : style.bold
              ? theme.strong
              : theme.text;
      const weight = style.bold ? ' font-weight="700"' : '';
      const [x, y] = [16 + column * CELL.width, 16 + row * CELL.height + CELL.size];
      return `<text x="${x.toFixed(1)}" y="${y}" fill="${fill}"${weight}>${escapeXml(text)}</text>`;
    }),
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escapeXml(`toile ${words}`)}" font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="${CELL.size}">`,
    `<rect width="${width}" height="${height}" rx="8" fill="${theme.background}"/>`,
    ...body,
    '</svg>\n',
  ].join('\n');
};

const home = await mkdtemp(join(tmpdir(), 'toile-shots-'));
try {
  for (const [name, screenshot] of Object.entries(SCREENSHOTS)) {
    const output = await runInTerminal(screenshot.words, screenshot.columns, home, 'xterm-256color');
    for (const [mode, theme] of Object.entries(THEMES)) {
      await writeFile(join(root, 'docs', `${name}.${mode}.svg`), renderScreenshot(screenshot, output, theme));
    }
  }
} finally {
  await rm(home, { recursive: true, force: true });
}

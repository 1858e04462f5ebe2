/** What a printed page holds, and where: the words of a PDF with their boxes, as pdftotext finds them. */
import { execFileSync } from 'node:child_process';

export interface Word {
  readonly text: string;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface PaperPage {
  readonly width: number;
  readonly height: number;
  readonly words: readonly Word[];
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };
const UNSEEN = /[\u2066-\u2069\u200e\u200f]/g;
const plain = (text: string): string =>
  text.replace(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => ENTITIES[name] ?? '');

/** Of a PDF on disk. */
export function paperPages(path: string): readonly PaperPage[] {
  const text = execFileSync('pdftotext', ['-bbox', path, '-'], { encoding: 'utf8', maxBuffer: 2 ** 28 });
  return [...text.matchAll(/<page width="([\d.]+)" height="([\d.]+)">([\s\S]*?)<\/page>/g)].map(
    ([, width, height, inside = '']) => ({
      width: Number(width),
      height: Number(height),
      words: [
        ...inside.matchAll(
          /<word xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" yMax="([-\d.]+)">([\s\S]*?)<\/word>/g,
        ),
      ].map(([, left, top, right, bottom, word = '']) => ({
        text: plain(word).replace(UNSEEN, ''),
        ...{ left: Number(left), top: Number(top), right: Number(right), bottom: Number(bottom) },
      })),
    }),
  );
}

/** How much of the smaller of two lengths the part is that they share. */
const shared = (fromA: number, toA: number, fromB: number, toB: number): number =>
  (Math.min(toA, toB) - Math.max(fromA, fromB)) / Math.max(0.1, Math.min(toA - fromA, toB - fromB));

/** Words that stand on each other, by pairs. Boxes of lines that follow each other closely touch, and words do not. */
export function overlaps({ words }: PaperPage): readonly string[] {
  const sorted = words.filter(({ text }) => text !== '').toSorted((a, b) => a.top - b.top);
  return sorted.flatMap((a, at) => {
    const found: string[] = [];
    for (const b of sorted.slice(at + 1)) {
      if (b.top > a.bottom) break;
      const apart =
        shared(a.left, a.right, b.left, b.right) < 0.1 || shared(a.top, a.bottom, b.top, b.bottom) < 0.4;
      if (!apart) found.push(`${a.text} / ${b.text}`);
    }
    return found;
  });
}

/** Words that are cut off by the edge of the paper, or stand in the margin where a printer puts none. */
export const outside = ({ width, height, words }: PaperPage): readonly string[] =>
  words
    .filter(
      ({ left, top, right, bottom }) => left < 20 || right > width - 20 || top < 5 || bottom > height - 5,
    )
    .map(({ text }) => text);

/** The lines of a page between the running header and the footer, from the top. */
export function linesOf({ words, height }: PaperPage): readonly string[] {
  const lines: { readonly middle: number; readonly words: Word[] }[] = [];
  for (const word of words) {
    const middle = (word.top + word.bottom) / 2;
    if (word.bottom < 48 || word.top > height - 42) continue;
    const line = lines.find((each) => Math.abs(each.middle - middle) < 3);
    if (line) line.words.push(word);
    else lines.push({ middle, words: [word] });
  }
  return lines
    .toSorted((a, b) => a.middle - b.middle)
    .map((line) =>
      line.words
        .toSorted((a, b) => a.left - b.left)
        .map(({ text }) => text)
        .join(' '),
    );
}

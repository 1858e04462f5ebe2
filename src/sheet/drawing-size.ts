/** How large a drawing is by its own word, and how large it is printed. */

import { attributeIn, type Drawn } from '../border/drawn.ts';
import { lettering } from '../border/svg.ts';

export interface Fitted {
  readonly viewBox: readonly number[];
  /** Millimetres on paper. */
  readonly width: number;
  readonly height: number;
  /** As large as the document says it is. */
  readonly toScale: boolean;
  /** On a page that is turned. */
  readonly turned: boolean;
}

interface Box {
  readonly width: number;
  readonly height: number;
}

/** Millimetres between the margins of A4 and Letter, below a heading and what is said of the drawing. */
const UPRIGHT: Box = { width: 184, height: 200 };
const TURNED: Box = { width: 253, height: 136 };

const UNITS: Readonly<Record<string, number>> = { mm: 1, cm: 10, in: 25.4 };
/** By which a browser turns numbers without a unit into lengths. */
const PIXEL = 25.4 / 96;

const own = (root: Drawn, name: string): string => attributeIn(root, name)?.trim() ?? '';

const lengthIn = (text: string): { readonly mm: number; readonly isStated: boolean } | undefined => {
  const [, number = '', unit = ''] = /^(\d{1,6}(?:\.\d{1,20})?)(mm|cm|in|px|)$/.exec(text) ?? [];
  if (number === '' || Number(number) === 0) return undefined;
  const stated = UNITS[unit];
  return { mm: Number(number) * (stated ?? PIXEL), isStated: stated !== undefined };
};

const LARGEST = 1_000_000;

const boxIn = (text: string): readonly number[] | undefined => {
  const numbers = text
    .split(/[\s,]+/, 5)
    .filter((each) => each !== '')
    .map(Number);
  const [, , width = 0, height = 0] = numbers;
  const isOne = numbers.length === 4 && numbers.every((each) => Math.abs(each) <= LARGEST);
  return isOne && width > 0 && height > 0 ? numbers : undefined;
};

/** Of two shapes that differ by no more than rounding. */
const alike = (a: number, b: number): boolean => Math.abs(a / b - 1) < 0.005;

const NOT_TO_SCALE = /\bnot (?:drawn |printed )?to scale\b|\bN\.?T\.?S\b/i;

const deniesScale = (root: Drawn): boolean =>
  lettering(root).some((text) => NOT_TO_SCALE.test(text.replaceAll(/\s+/g, ' ')));

const scaleIn = (of: Box, box: Box): number => Math.min(box.width / of.width, box.height / of.height);

const rounded = (length: number): number => Math.round(length * 100) / 100;

/** Undefined where it says neither its size nor what of it is to be seen: nobody knows where it ends. */
export const fitted = (root: Drawn): Fitted | undefined => {
  const [width, height] = [lengthIn(own(root, 'width')), lengthIn(own(root, 'height'))];
  const sized = width && height && { width: width.mm, height: height.mm };
  const viewBox =
    boxIn(own(root, 'viewBox')) ?? (sized && [0, 0, sized.width / PIXEL, sized.height / PIXEL].map(rounded));
  if (viewBox === undefined) return undefined;
  const [, , across = 1, down = 1] = viewBox;
  const isStated = width?.isStated === true && height?.isStated === true;
  if (sized && isStated && alike(sized.width / sized.height, across / down) && !deniesScale(root)) {
    const turned = scaleIn(sized, UPRIGHT) < 1;
    if (!turned || scaleIn(sized, TURNED) >= 1)
      return { viewBox, width: rounded(sized.width), height: rounded(sized.height), toScale: true, turned };
  }
  const shape = { width: across, height: down };
  const turned = scaleIn(shape, TURNED) > scaleIn(shape, UPRIGHT);
  const scale = scaleIn(shape, turned ? TURNED : UPRIGHT);
  return { viewBox, width: rounded(across * scale), height: rounded(down * scale), toScale: false, turned };
};

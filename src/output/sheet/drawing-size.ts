/** The size that a drawing declares, and the size at which it is printed. */

import { listSvgText } from '../../platform/svg/sanitize-svg.ts';
import { readSvgAttribute, type SvgElement } from '../../platform/svg/svg-element.ts';

/** The size of a drawing on paper. */
export interface DrawingSize {
  readonly viewBox: readonly number[];
  /** In millimetres on paper. */
  readonly width: number;
  readonly height: number;
  /** The drawing is printed as large as the document declares. */
  readonly isToScale: boolean;
  /** The drawing is printed on a landscape page. */
  readonly isLandscape: boolean;
}

interface PaperArea {
  readonly width: number;
  readonly height: number;
}

/** The printable area of A4 and Letter in millimetres, below a heading and a caption. */
const PORTRAIT_AREA: PaperArea = { width: 184, height: 200 };
const LANDSCAPE_AREA: PaperArea = { width: 253, height: 136 };

const MM_PER_UNIT: Readonly<Record<string, number>> = { mm: 1, cm: 10, in: 25.4 };
/** The length of a number without a unit, as browsers convert it. */
const MM_PER_PIXEL = 25.4 / 96;

const readRootAttribute = (root: SvgElement, name: string): string =>
  readSvgAttribute(root, name)?.trim() ?? '';

const parseLength = (text: string): { readonly mm: number; readonly isStated: boolean } | undefined => {
  const [, number = '', unit = ''] = /^(\d{1,6}(?:\.\d{1,20})?)(mm|cm|in|px|)$/.exec(text) ?? [];
  if (number === '' || Number(number) === 0) return undefined;
  const stated = MM_PER_UNIT[unit];
  return { mm: Number(number) * (stated ?? MM_PER_PIXEL), isStated: stated !== undefined };
};

const MAX_COORDINATE = 1_000_000;

const parseViewBox = (text: string): readonly number[] | undefined => {
  const numbers = text
    .split(/[\s,]+/, 5)
    .filter((each) => each !== '')
    .map(Number);
  const [, , width = 0, height = 0] = numbers;
  const isOne = numbers.length === 4 && numbers.every((each) => Math.abs(each) <= MAX_COORDINATE);
  return isOne && width > 0 && height > 0 ? numbers : undefined;
};

/** Returns true for two ratios that differ by rounding only. */
const isSameRatio = (a: number, b: number): boolean => Math.abs(a / b - 1) < 0.005;

const NOT_TO_SCALE = /\bnot (?:drawn |printed )?to scale\b|\bN\.?T\.?S\b/i;

const isDeclaredNotToScale = (root: SvgElement): boolean =>
  listSvgText(root).some((text) => NOT_TO_SCALE.test(text.replaceAll(/\s+/g, ' ')));

const computeAreaScale = (of: PaperArea, box: PaperArea): number =>
  Math.min(box.width / of.width, box.height / of.height);

const roundLength = (length: number): number => Math.round(length * 100) / 100;

/** Returns the printed size of a drawing, or undefined where it declares neither a size nor a viewBox. */
export const fitDrawing = (root: SvgElement): DrawingSize | undefined => {
  const [width, height] = [
    parseLength(readRootAttribute(root, 'width')),
    parseLength(readRootAttribute(root, 'height')),
  ];
  const sized = width && height && { width: width.mm, height: height.mm };
  const viewBox =
    parseViewBox(readRootAttribute(root, 'viewBox')) ??
    (sized && [0, 0, sized.width / MM_PER_PIXEL, sized.height / MM_PER_PIXEL].map(roundLength));
  if (viewBox === undefined) return undefined;
  const [, , across = 1, down = 1] = viewBox;
  const isStated = width?.isStated === true && height?.isStated === true;
  if (
    sized &&
    isStated &&
    isSameRatio(sized.width / sized.height, across / down) &&
    !isDeclaredNotToScale(root)
  ) {
    const turned = computeAreaScale(sized, PORTRAIT_AREA) < 1;
    if (!turned || computeAreaScale(sized, LANDSCAPE_AREA) >= 1)
      return {
        viewBox,
        width: roundLength(sized.width),
        height: roundLength(sized.height),
        isToScale: true,
        isLandscape: turned,
      };
  }
  const shape = { width: across, height: down };
  const turned = computeAreaScale(shape, LANDSCAPE_AREA) > computeAreaScale(shape, PORTRAIT_AREA);
  const scale = computeAreaScale(shape, turned ? LANDSCAPE_AREA : PORTRAIT_AREA);
  return {
    viewBox,
    width: roundLength(across * scale),
    height: roundLength(down * scale),
    isToScale: false,
    isLandscape: turned,
  };
};

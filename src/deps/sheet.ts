import { createHash } from 'node:crypto';
import type { SeasonPage, SheetOf } from '../sheet/index.ts';

const digest = (text: string): string => createHash('sha256').update(text).digest('base64');

/** A garment as a page; the layout library loads with the first one. */
export const pageOf = async (of: Omit<SheetOf, 'digest'>): Promise<string> => {
  const { sheetHtml } = await import('../sheet/index.ts');
  return sheetHtml({ ...of, digest });
};

/** A season as a page. */
export const seasonPageOf = async (of: Omit<SeasonPage, 'digest'>): Promise<string> => {
  const { seasonHtml } = await import('../sheet/index.ts');
  return seasonHtml({ ...of, digest });
};

import { createHash } from 'node:crypto';
import type { SheetOf } from '../sheet/index.ts';

/** A garment as a page; the layout library loads with the first one. */
export const pageOf = async (of: Omit<SheetOf, 'digest'>): Promise<string> => {
  const { sheetHtml } = await import('../sheet/index.ts');
  return sheetHtml({ ...of, digest: (text) => createHash('sha256').update(text).digest('base64') });
};

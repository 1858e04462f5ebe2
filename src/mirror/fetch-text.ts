import type { Routes } from '../client/index.ts';
import type { SubjectId, What } from './file-names.ts';

/** The text of one read, by the design route or the garment route as the identity asks for (4.2). */
export const readText = async (
  api: Routes,
  of: SubjectId,
  what: Exclude<What, { readonly read: 'export' }>,
  signal: AbortSignal,
): Promise<string> => {
  const profile = what.read === 'graph' ? what.profile : undefined;
  return (await api.read(of, what.read, { profile, signal }).whole()).text;
};

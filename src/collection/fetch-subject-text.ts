import type { Routes } from '../service/client/index.ts';
import type { FileSpec, SubjectId } from './collection-paths.ts';

/** Fetches one body of a design or garment as text, by the route of its kind (specification 4.2). */
export const fetchSubjectText = async (
  api: Routes,
  of: SubjectId,
  what: Exclude<FileSpec, { readonly read: 'export' }>,
  signal: AbortSignal,
): Promise<string> => {
  const profile = what.read === 'graph' ? what.profile : undefined;
  return (await api.read(of, what.read, { profile, signal }).withResponse()).text;
};

import type { Client } from '../client/index.ts';
import type { SubjectId, What } from './file-names.ts';

/** The text of one read, by the design route or the garment route as the identity asks for (4.2). */
export async function readText(
  api: Client,
  { kind, id }: SubjectId,
  what: Exclude<What, { readonly read: 'export' }>,
  signal: AbortSignal,
): Promise<string> {
  const profile = what.read === 'graph' ? what.profile : undefined;
  const call = (): { whole(): Promise<{ readonly text: string }> } => {
    if (kind === 'garment') return api.garment(id, what.read, { profile, signal });
    if (what.read === 'graph') return api.designGraph(id, { profile, signal });
    if (what.read === 'tailor-brief') return api.designTailorBrief(id, { signal });
    if (what.read === 'design-trust') return api.designDesignTrust(id, { signal });
    return api.designConfirmations(id, { signal });
  };
  return (await call().whole()).text;
}
